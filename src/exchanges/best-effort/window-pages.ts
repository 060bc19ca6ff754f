/** Reads the pages of a window, one after the other. */
import { appendTo } from '../client/long-lists.ts';
import { ExchangeError } from '../exchange.ts';
import type { Response, ListPages } from './list-pages.ts';
import type { Window } from './list-request.ts';
import { isInOrder, liesBefore, orderOf } from './page-limits.ts';
import type { CapturedList } from './response-watch.ts';
import type { UnifiedRow } from './rows.ts';
import type { Paging, Parameters } from './exchange-traits.ts';

const PAGES_MAX = 1000;
/** Maximum passes. New rows shift the pages while they are read, so the pages are read again. */
const PASSES_MAX = 4;

/** The rows of the pages of a window. */
export interface PagesOfWindow {
  readonly rows: readonly UnifiedRow[];
  /** False if pages that are older than the window were not requested. */
  readonly isWhole: boolean;
  /** True if the list has more pages than the exchange returns. */
  readonly isCut: boolean;
}

/** The pages of a window. */
export class WindowPages {
  readonly #pages: ListPages;
  readonly #window: Window;
  readonly #paging: Paging | undefined;

  constructor(pages: ListPages, window: Window) {
    this.#pages = pages;
    this.#window = window;
    this.#paging = pages.selection.list.traits.page;
  }

  /** True if each page has a cursor for the next one. */
  get hasCursor(): boolean {
    return this.#paging !== undefined && 'next' in this.#paging;
  }

  /** Requests the first page. @throws {ExchangeError} if the request fails. */
  async readFirst(): Promise<Response> {
    const paging = this.#paging;
    const isCounted = paging !== undefined && 'counts' in paging;
    return this.#pages.request(this.#window, isCounted ? { [paging.name]: paging.first } : {});
  }

  /**
   * Reads the pages after the first, up to the last page or to a page before the window. Returns `undefined`
   * if the exchange ignores the number of the page, or returns a full first page without a cursor.
   *
   * @throws {ExchangeError} if a request fails, the list has too many pages, or it changes during every pass.
   */
  async readRest(first: Response): Promise<PagesOfWindow | undefined> {
    if (this.#paging === undefined) return undefined;
    let start = first;
    let before: string | undefined;
    for (let count = 0; count < PASSES_MAX; count += 1) {
      const found = await this.#readPass(start, this.#paging);
      if (found === undefined || 'next' in this.#paging) return found;
      const again = await this.readFirst();
      const isUnmoved = identifyRows(again.rows) === identifyRows(start.rows);
      // New rows are at an end of a sorted list, but anywhere in an unsorted one, so an unsorted list is read
      // twice.
      const identity = identifyRows(found.rows);
      if (isUnmoved && (this.#isOrdered(found) || identity === before)) return found;
      before = identity;
      start = again;
    }
    throw this.#fail('its pages change while they are read');
  }

  async #readPass(first: Response, paging: Paging): Promise<PagesOfWindow | undefined> {
    const rows = [...first.rows];
    const times: (number | null)[] = this.#timesOf(first);
    let response = first;
    let sentCount = 0;
    for (let count = 1; count < PAGES_MAX; count += 1) {
      sentCount += longestList(response).length;
      const place = this.#placeAfter(response, paging, { pages: count, rows: sentCount });
      if (place === null && count === 1 && this.#isFull(response)) return undefined;
      if (place === null) return { rows, isWhole: true, isCut: false };
      if (this.#isPast(times, response)) return { rows, isWhole: false, isCut: false };
      if (isBeyond(place, paging)) return { rows, isWhole: false, isCut: true };
      const found = await this.#pages.request(this.#window, place);
      if (isSamePage(found, response)) return undefined;
      appendTo(rows, withoutRepeated(found.rows, response.rows.at(-1), paging));
      appendTo(times, this.#timesOf(found));
      response = found;
    }
    throw this.#fail(`it has more than ${PAGES_MAX} pages`);
  }

  #isFull(response: Response): boolean {
    return this.#pages.judge(response).some((page) => page.isCut);
  }

  /** Returns the parameters of the next page; `null` after the last page. */
  #placeAfter(
    response: Response,
    paging: Paging,
    read: { readonly pages: number; readonly rows: number },
  ): Parameters | null {
    const isFull = this.#isFull(response);
    if ('counts' in paging) {
      const place = paging.first + (paging.counts === 'rows' ? read.rows : read.pages);
      return isFull ? { [paging.name]: place } : null;
    }
    const { elements } = longestList(response);
    const cursor = paging.next({ response: response.body, rows: elements, isFull });
    return cursor === null ? null : { [paging.name]: cursor };
  }

  /** Returns true if the rows so far are sorted newest first, and the last page is before the window. */
  #isPast(times: readonly (number | null)[], last: Response): boolean {
    if (last.rows.length === 0 || !times.every((time) => time !== null)) return false;
    const { unitMs } = this.#pages.selection.list;
    const ofPage = this.#timesOf(last).map(Number);
    return orderOf(times) === 'newest-first' && liesBefore(ofPage, this.#window, unitMs);
  }

  #isOrdered(found: PagesOfWindow): boolean {
    const times = this.#timesOf(found).filter((time) => time !== null);
    return times.length === found.rows.length && isInOrder({ isCut: true, times });
  }

  #timesOf({ rows }: Pick<Response, 'rows'>): (number | null)[] {
    return rows.map((row) => this.#pages.selection.timeOf(row));
  }

  #fail(what: string): ExchangeError {
    const { name } = this.#pages.selection.list;
    return new ExchangeError('exchange_unavailable', `${name}: ${what}`);
  }
}

/** Returns true if a page is after the maximum of the exchange. */
function isBeyond(place: Parameters, paging: Paging): boolean {
  const { max = Infinity } = 'counts' in paging ? paging : {};
  return Number(place[paging.name]) > max;
}

function longestList({ lists }: Response): Pick<CapturedList, 'length' | 'elements'> {
  const none = { length: 0, elements: [] };
  return lists.toSorted((a, b) => b.length - a.length)[0] ?? none;
}

/** Returns true if a page has the same rows as the previous page, and is not empty. */
function isSamePage(page: Response, before: Response): boolean {
  if (page.rows.length > 0) return identifyRows(page.rows) === identifyRows(before.rows);
  // The elements include rows that a class omitted because they belong to another list.
  const { elements } = longestList(page);
  return (
    elements.length > 0 && JSON.stringify(elements) === JSON.stringify(longestList(before).elements)
  );
}

/** Returns a text that identifies the rows independently of their status. */
function identifyRows(rows: readonly UnifiedRow[]): string {
  return JSON.stringify(
    rows.map(({ id, timestamp, amount, currency }) => [id, timestamp, amount, currency]),
  );
}

/** Removes the row of the cursor, with which a page may begin. */
function withoutRepeated(
  rows: readonly UnifiedRow[],
  last: UnifiedRow | undefined,
  paging: Paging,
): readonly UnifiedRow[] {
  if (last === undefined || 'counts' in paging) return rows;
  const named = JSON.stringify(last['info']);
  return rows.filter(({ info }) => JSON.stringify(info) !== named);
}
