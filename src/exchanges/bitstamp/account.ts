/** Requests the data of an account at Bitstamp. */
import { DAY_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import { selectWindow, type ListScan } from '../client/list-scan.ts';
import { smallest } from '../client/long-lists.ts';
import { readOptional } from '../client/read-optional.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type WindowReading,
} from '../exchange.ts';
import { TIME_TOLERANCE_MS } from '../mapping/pair-movements.ts';
import { expectList, expectListIn, expectObject, type RawRow } from '../mapping/raw-row.ts';
import { mapBalances } from './balances.ts';
import { isForOtherKeys } from './errors.ts';
import { mayBeEntry } from './ledger.ts';
import { readPages } from './offset-pages.ts';
import { TRANSACTIONS } from './profile.ts';
import { joinBitstampRows } from './transactions.ts';

/**
 * The period in which `user_transactions` can be filtered by time, less a day for differences between clocks.
 */
const TIME_REACH_MS = 29 * DAY_MS;
const ROWS_MAX = 1000;
/** The maximum age of withdrawal requests that can be requested, in seconds (bitstamp.net/api, Withdrawal requests). */
const REQUEST_REACH: Parameters = { timedelta: 50_000_000 };
/** Maximum passes by offset, for accounts with more rows than the maximum offset. */
const LEDGER_PASSES_MAX = 5000;
/** Rows that the next pass re-reads: identifiers increase with time, except between adjacent rows. */
const PASS_OVERLAP = 100;
/** The lists of `crypto-transactions`; the ledger books deposits and withdrawals of IOUs. */
const CHAIN_LISTS = ['deposits', 'withdrawals'] as const;

type ChainLists = Readonly<Record<(typeof CHAIN_LISTS)[number], readonly unknown[]>>;

const NO_CHAIN: ChainLists = { deposits: [], withdrawals: [] };

type Parameters = Readonly<Record<string, string | number>>;

/** Opens an account at Bitstamp. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new BitstampAccount(context);
}

class BitstampAccount implements ExchangeAccount {
  readonly sources = [TRANSACTIONS];
  readonly #client: CcxtClient;
  /** The `date` header of the last response. */
  #respondedAt: string | null = null;
  /** The last scan since the clock was read; windows up to that time need no further scan. */
  #scan: ListScan | undefined;

  constructor({ client }: AccountContext) {
    this.#client = client;
    client.onResponse = (headers) => {
      this.#respondedAt = headers.get('date');
    };
  }

  /**
   * Returns the time of the `date` header (RFC 9110; whole seconds), because no endpoint returns the time.
   */
  async fetchTimeMs(): Promise<number> {
    this.#scan = undefined;
    return readExchangeClock(this.#client, async () => {
      await this.#client.call(CLOCK);
      return Date.parse(this.#respondedAt ?? '');
    });
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    if (source.name !== TRANSACTIONS.name) throw new RangeError(`bitstamp has no ${source.name}`);
    if (this.#scan === undefined || this.#scan.fromMs > fromMs) {
      this.#scan = await this.#scanLists(fromMs);
    }
    return selectWindow(this.#scan, fromMs, toMs);
  }

  async readBalances(): Promise<BalanceReading> {
    const balances = await this.#readList(BALANCES);
    const currencies = await readOptional(this.#readList(CURRENCIES));
    return mapBalances(balances, currencies, this.#client.toSymbol);
  }

  /**
   * Reads the three lists. The ledger is read first, so that the other lists contain everything that it
   * books. It begins before the window, because a request may have a later time than its booking. Without the
   * requests, a withdrawal would have another key than with them, and be stored twice when the rights of the
   * key change. Only the movements on chains are skipped, if Bitstamp does not offer them to the key.
   */
  async #scanLists(fromMs: number): Promise<ListScan> {
    const isRecent = fromMs - TIME_TOLERANCE_MS > this.#client.exchangeNowMs() - TIME_REACH_MS;
    const begin = isRecent
      ? { since_timestamp: Math.floor((fromMs - TIME_TOLERANCE_MS) / 1000) }
      : {};
    const ledger = await this.#readLedger(begin);
    const requests = await this.#readRequests(isRecent);
    const chain = await this.#readChain().catch((error: unknown) => {
      if (isForOtherKeys(error)) return NO_CHAIN;
      throw error;
    });
    return {
      fromMs: isRecent ? fromMs : Number.NEGATIVE_INFINITY,
      reading: joinBitstampRows({ ledger, requests, ...chain }, this.#client.toSymbol),
    };
  }

  /** Reads `user_transactions` without trades: by offset, and by identifier after the maximum offset. */
  async #readLedger(begin: Parameters): Promise<readonly unknown[]> {
    const rows = new Map<string, unknown>();
    let from = begin;
    for (let pass = 0; pass < LEDGER_PASSES_MAX; pass += 1) {
      const pages = await readPages(
        ROWS_MAX,
        (offset) => this.#readList(LEDGER, { ...from, sort: 'asc', limit: ROWS_MAX, offset }),
        mayBeEntry,
      );
      for (const [text, row] of pages.rows) rows.set(text, row);
      if (pages.rest === undefined) return [...rows.values()];
      const nextId = smallestId(pages.rest.slice(-PASS_OVERLAP));
      if (!(nextId > Number(from['since_id'] ?? 0))) break;
      from = { since_id: nextId };
    }
    throw tooManyRows(LEDGER);
  }

  /**
   * Reads withdrawal requests. `timedelta` selects those of the last 19 months at most. Which requests Bitstamp
   * lists without it is not documented, so earlier windows need both lists.
   */
  async #readRequests(isRecent: boolean): Promise<readonly unknown[]> {
    const requests = new Map<string, unknown>();
    const lists: readonly Parameters[] = isRecent ? [REQUEST_REACH] : [{}, REQUEST_REACH];
    for (const list of lists) {
      const { rows, rest } = await readPages(ROWS_MAX, (offset) =>
        this.#readList(REQUESTS, { ...list, limit: ROWS_MAX, offset }),
      );
      if (rest !== undefined) throw tooManyRows(REQUESTS);
      for (const [text, row] of rows) requests.set(idOf(row) ?? text, row);
    }
    return [...requests.values()];
  }

  /** Reads two of the lists of `crypto-transactions`; each of its pages contains several lists. */
  async #readChain(): Promise<ChainLists> {
    const { rows, rest } = await readPages(ROWS_MAX, async (offset) => {
      const response = expectObject(
        await this.#client.call(CHAIN, { limit: ROWS_MAX, offset }),
        CHAIN,
      );
      return CHAIN_LISTS.flatMap((list) =>
        expectListIn(response, [list], CHAIN).map((row) => ({ list, row })),
      );
    });
    if (rest !== undefined) throw tooManyRows(CHAIN);
    const listed = [...rows.values()] as { list: keyof ChainLists; row: unknown }[];
    const of = (wanted: keyof ChainLists): unknown[] =>
      listed.flatMap(({ list, row }) => (list === wanted ? [row] : []));
    return { deposits: of('deposits'), withdrawals: of('withdrawals') };
  }

  async #readList(endpoint: string, parameters: Parameters = {}): Promise<readonly unknown[]> {
    return expectList(await this.#client.call(endpoint, parameters), endpoint);
  }
}

const CLOCK = 'publicGetEurUsd';
const CURRENCIES = 'publicGetCurrencies';
const BALANCES = 'privatePostAccountBalances';
const LEDGER = 'privatePostUserTransactions';
const REQUESTS = 'privatePostWithdrawalRequests';
const CHAIN = 'privatePostCryptoTransactions';

/** Returns the identifier of a request; `undefined` if it has none. */
function idOf(row: unknown): string | undefined {
  const id = (row as RawRow | null)?.['id'];
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}

function smallestId(rows: readonly unknown[]): number {
  const ids = rows.map((row) => Number((row as RawRow | null)?.['id']));
  return smallest(ids.filter((id) => Number.isSafeInteger(id)));
}

function tooManyRows(endpoint: string): ExchangeError {
  return new ExchangeError('exchange_unavailable', `${endpoint}: more rows than can be read`);
}
