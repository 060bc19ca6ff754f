/** Requests pages of one list of an exchange. */
import type { CcxtClient } from '../client/ccxt-client.ts';
import { isUsualLength } from '../client/window-rows.ts';
import { ExchangeError } from '../exchange.ts';
import { expectList, readText } from '../mapping/raw-row.ts';
import { requestOf, type Window } from './list-request.ts';
import type { HistoryList } from './history-lists.ts';
import type { Page } from './page-limits.ts';
import type { ResponseWatch, CapturedList } from './response-watch.ts';
import type { UnifiedRow } from './rows.ts';
import type { UnifiedExchange } from './unified-exchange.ts';
import type { ListPart, Parameters } from './exchange-traits.ts';

/** A response to a request for a page. */
export interface Response {
  readonly rows: readonly UnifiedRow[];
  /** The lists in it; some classes request several lists. */
  readonly lists: readonly CapturedList[];
  /** The body of the last response. */
  readonly body: unknown;
}

/** The requested part of a list, for one asset if the exchange lists assets separately. */
export interface ListSelection {
  readonly list: HistoryList;
  readonly part: ListPart;
  readonly asset: string | undefined;
  /** Returns the time of a row, Unix ms; `null` if it has none. */
  readonly timeOf: (row: UnifiedRow) => number | null;
}

/** Reads the pages of a list, and derives the exchange's limit from their lengths. */
export class ListPages {
  readonly selection: ListSelection;
  readonly #client: CcxtClient;
  readonly #responses: ResponseWatch;
  /** The largest number of rows of a response, by the place of the list. A shorter list is complete. */
  readonly #longest = new Map<string, number>();

  constructor(client: CcxtClient, responses: ResponseWatch, selection: ListSelection) {
    this.#client = client;
    this.#responses = responses;
    this.selection = selection;
  }

  /**
   * Requests a page of a window, or of the list without bounds.
   *
   * @param place the parameters of the page, if it is not the first.
   * @throws {ExchangeError} if the request fails or the response has no list.
   */
  async request(window: Window | null, place: Parameters = {}): Promise<Response> {
    const { list, part } = this.selection;
    const fields = part.endpoint === undefined ? list.method.listFields : (part.rowsAt ?? []);
    this.#responses.begin(fields);
    const rows = await this.#request(window, place);
    if (rows.length === 0 && !this.#responses.hadList) {
      const { name } = this.selection.list.method;
      throw new ExchangeError('exchange_unavailable', `${name}: the response has no list of rows`);
    }
    const lists = this.#responses.listsOf(rows);
    for (const { place: of, length } of lists) {
      this.#longest.set(of, Math.max(length, this.#longest.get(of) ?? 0));
    }
    return { rows, lists, body: this.#responses.last };
  }

  /** Returns the lists of a response, marked as incomplete according to the known limits of the exchange. */
  judge({ lists }: Response): readonly Page[] {
    const total = lists.reduce((sum, { length }) => sum + length, 0);
    return lists.map((list) => ({
      isCut: this.#isCut(list, total),
      times: this.#timesOf(list),
    }));
  }

  #isCut({ place, length }: CapturedList, total: number): boolean {
    const { limit = Infinity, listsByAsset = false } = this.selection.list.traits;
    if ((listsByAsset ? total : length) >= limit) return true;
    return isUsualLength(length) && length >= (this.#longest.get(place) ?? 0);
  }

  /**
   * Returns the times of a list; `null` if a row has none. Rows that a class omits show how far an incomplete list
   * reaches, too: dYdX also lists transfers between subaccounts.
   */
  #timesOf({ rows, elements }: CapturedList): readonly number[] | null {
    const isPart = rows.length < elements.length;
    const sent = isPart ? this.#readTimes(elements.map((info) => ({ info }))) : null;
    return sent ?? this.#readTimes(rows);
  }

  #readTimes(rows: readonly UnifiedRow[]): readonly number[] | null {
    const times = rows.map((row) => this.selection.timeOf(row));
    return times.every((time) => time !== null) ? times : null;
  }

  async #request(window: Window | null, place: Parameters): Promise<readonly UnifiedRow[]> {
    const { list, part, asset } = this.selection;
    const { since, limit, parameters } = requestOf(list, window);
    const all = { ...parameters, ...part.request, ...place };
    if (part.endpoint === undefined) {
      const { name } = list.method;
      return expectList(
        await this.#client.callUnified(name, asset, since, limit, all),
        name,
      ) as readonly UnifiedRow[];
    }
    const response = await this.#client.callUnified(part.endpoint, all);
    const ccxt = this.#client.ccxt as UnifiedExchange;
    const rows = expectList(readAt(response, part.rowsAt ?? []), part.endpoint);
    const currency = asset === undefined ? undefined : ccxt.currency(asset);
    return nameApart(ccxt.parseTransactions(rows, currency), part.endpoint);
  }
}

/** Adds the endpoint to the identifiers, because two endpoints may each number their rows from one. */
function nameApart(rows: readonly UnifiedRow[], endpoint: string): readonly UnifiedRow[] {
  return rows.map((row) => {
    const id = readText(row, 'id');
    return id === null ? row : Object.assign(row, { id: `${endpoint}:${id}` });
  });
}

function readAt(response: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    response,
  );
}
