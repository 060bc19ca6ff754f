/** Requests the data of an account at Crypto.com. */
import { DAY_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import { appendTo } from '../client/long-lists.ts';
import { readOptional } from '../client/read-optional.ts';
import { type BoundedWindow, readUnpagedWindow, tooManyPages } from '../client/window-rows.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  type HistorySource,
  type WindowReading,
  WindowOverflowError,
} from '../exchange.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { expectList, expectListIn, expectObject, isRow, type RawRow } from '../mapping/raw-row.ts';
import { withStart } from '../profile.ts';
import { mapBalances } from './balances.ts';
import { ignoreErrorsWithoutCode } from './errors.ts';
import { JOURNAL_TYPES, mapLedger, mapRewards, UNDOCUMENTED_TYPES } from './ledger.ts';
import { CRYPTO_SOURCE, SOURCES } from './profile.ts';
import { mapDeposits, mapFiat, mapWithdrawals } from './transactions.ts';

/** Maximum pages of a millisecond with more rows than one response. */
const PAGES_MAX = 100;

/**
 * "History will be stored for recent 6 months record only" (Order, Trade, Transaction History API): the
 * period that the ledger contains. The maximum window is not documented. Without times a response contains
 * one day, so a window is requested day by day.
 */
const LEDGER_REACH_MS = 180 * DAY_MS;
const LEDGER_ROWS_MAX = 100;
const REWARD_ROWS_MAX = 500;

/** A list of rows: the parameters of its window, the field with its rows, and the maximum rows of a page. */
interface RowList {
  readonly endpoint: string;
  readonly from: string;
  readonly to: string;
  readonly rows: string;
  readonly pageSize: number;
}

/** Opens an account at Crypto.com. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new CryptoComAccount(context);
}

class CryptoComAccount implements ExchangeAccount {
  readonly #client: CcxtClient;
  #ledgerStartMs = CRYPTO_SOURCE.startMs;

  constructor({ client }: AccountContext) {
    this.#client = client;
    ignoreErrorsWithoutCode(client.ccxt);
  }

  get sources(): readonly HistorySource[] {
    return withStart(SOURCES, 'ledger', this.#ledgerStartMs);
  }

  /**
   * Returns the time at which the ticker of the busiest market was published ("The published timestamp in
   * ms"), which is at most seconds ago. No endpoint returns the exchange's clock.
   */
  async fetchTimeMs(): Promise<number> {
    const read = async (): Promise<number> => {
      const result = await this.#call(TICKERS, { instrument_name: 'BTC_USD' });
      const [ticker] = expectList(result['data'], TICKERS);
      return Number(expectObject(ticker, TICKERS)['t']);
    };
    const timeMs = await readExchangeClock(this.#client, read);
    this.#ledgerStartMs = timeMs - LEDGER_REACH_MS;
    return timeMs;
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const map = MAPPERS[source.name];
    const list = LISTS[source.name];
    if (map === undefined) throw new RangeError(`cryptocom has no source ${source.name}`);
    const rows =
      list === undefined
        ? await this.#readEvents(source, fromMs, toMs)
        : await this.#readRows(source, list, fromMs, toMs);
    return map(rows, this.#client.toSymbol);
  }

  async readBalances(): Promise<BalanceReading> {
    const { data } = await this.#call(BALANCE, {});
    const currencies = await readOptional(this.#readCurrencies());
    return mapBalances(expectList(data, BALANCE), currencies, this.#client.toSymbol);
  }

  /** Reads networks by currency. The exchange refuses the key of a sub-account. */
  async #readCurrencies(): Promise<RawRow> {
    const { currency_map: currencies } = await this.#call(NETWORKS, {});
    return expectObject(currencies, NETWORKS);
  }

  /**
   * Reads the rows of a window. One response is a consistent state of the list, several pages are not. So a
   * full response divides the window, and only a single millisecond is read in pages. The documentation does
   * not say if a window includes its bounds, so the millisecond before it is requested as well.
   */
  async #readRows(
    source: HistorySource,
    list: RowList,
    fromMs: number,
    toMs: number,
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const result = await this.#call(list.endpoint, {
        [list.from]: String(fromMs - 1),
        [list.to]: String(toMs),
        page: String(page),
        page_size: String(list.pageSize),
      });
      const found = expectListIn(result, [list.rows], list.endpoint);
      appendTo(rows, found);
      if (found.length < readPageSize(result, list)) return rows;
      if (toMs - fromMs > source.windowMsMin) throw new WindowOverflowError(source.name);
    }
    throw tooManyPages(list.endpoint, PAGES_MAX);
  }

  async #readEvents(
    source: HistorySource,
    fromMs: number,
    toMs: number,
  ): Promise<readonly unknown[]> {
    if (source.name === 'ledger') return this.#readLedger(source, fromMs, toMs);
    // A window includes both bounds.
    const window = { start_time: String(fromMs), end_time: String(toMs - 1) };
    const bounded = { source, fromMs, toMs, rowsMax: REWARD_ROWS_MAX };
    return this.#readUnpaged(bounded, REWARDS, window);
  }

  async #readLedger(source: HistorySource, fromMs: number, toMs: number): Promise<unknown[]> {
    const rows: unknown[] = [];
    const window = { source, fromMs, toMs, rowsMax: LEDGER_ROWS_MAX };
    for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
      // In nanoseconds; the window excludes its end.
      const day = {
        start_time: `${dayMs}000000`,
        end_time: `${Math.min(dayMs + DAY_MS, toMs)}000000`,
      };
      appendTo(rows, await this.#readLedgerDay(window, day));
    }
    return rows;
  }

  /**
   * Reads a day in one response, or by type if trades fill the response. The exchange may refuse a type that it
   * does not document, or ignore it and return the first rows of all types; if these fill the response, the window
   * is divided. A single millisecond cannot be divided, so only documented types are requested in it.
   */
  async #readLedgerDay(window: BoundedWindow, day: Record<string, string>): Promise<unknown[]> {
    const { data } = await this.#call(LEDGER, { ...day, limit: String(LEDGER_ROWS_MAX) });
    const rows = [...expectList(data, LEDGER)];
    if (rows.length < LEDGER_ROWS_MAX) return rows;
    for (const type of JOURNAL_TYPES.keys()) {
      const parameters = { ...day, journal_type: type };
      appendTo(rows, await this.#readUnpaged(window, LEDGER, parameters));
    }
    if (window.toMs - window.fromMs <= window.source.windowMsMin) return rows;
    for (const type of UNDOCUMENTED_TYPES) {
      const parameters = { ...day, journal_type: type };
      const found = await readOptional(this.#readUnpaged(window, LEDGER, parameters));
      const isOfType = (row: unknown): boolean => isRow(row) && row['journal_type'] === type;
      appendTo(rows, found?.filter(isOfType) ?? []);
    }
    return rows;
  }

  async #readUnpaged(
    window: BoundedWindow,
    endpoint: string,
    parameters: Record<string, string>,
  ): Promise<readonly unknown[]> {
    return readUnpagedWindow(window, async () => {
      const limit = String(window.rowsMax);
      const { data } = await this.#call(endpoint, { ...parameters, limit });
      return expectList(data, endpoint);
    });
  }

  /** Returns the result of a response. The documentation of fiat deposits calls it `data`. */
  async #call(endpoint: string, parameters: Record<string, string>): Promise<RawRow> {
    const response = expectObject(await this.#client.call(endpoint, parameters), endpoint);
    return expectObject(response['result'] ?? response['data'], endpoint);
  }
}

/**
 * Returns the number of rows of a full page: as requested, or fewer if the response reports a smaller size.
 */
function readPageSize(result: RawRow, { pageSize }: RowList): number {
  const reported = Number(result['page_size'] ?? pageSize);
  return reported >= 1 && reported < pageSize ? reported : pageSize;
}

const TICKERS = 'v1PublicGetPublicGetTickers';
const BALANCE = 'v1PrivatePostPrivateUserBalance';
const LEDGER = 'v1PrivatePostPrivateGetTransactions';
const REWARDS = 'v1PrivatePostPrivateStakingGetRewardHistory';
const NETWORKS = 'v1PrivatePostPrivateGetCurrencyNetworks';

const CRYPTO_LIST = { from: 'start_ts', to: 'end_ts', pageSize: 200 } as const;

/** The maximum page is not documented; a response reports the size of the page. */
const FIAT_LIST = {
  from: 'start_time',
  to: 'end_time',
  rows: 'transaction_history_list',
  pageSize: 50,
} as const;

const LISTS: Readonly<Record<string, RowList>> = {
  deposits: {
    ...CRYPTO_LIST,
    endpoint: 'v1PrivatePostPrivateGetDepositHistory',
    rows: 'deposit_list',
  },
  withdrawals: {
    ...CRYPTO_LIST,
    endpoint: 'v1PrivatePostPrivateGetWithdrawalHistory',
    rows: 'withdrawal_list',
  },
  'fiat-deposits': { ...FIAT_LIST, endpoint: 'v1PrivatePostPrivateFiatFiatDepositHistory' },
  'fiat-withdrawals': { ...FIAT_LIST, endpoint: 'v1PrivatePostPrivateFiatFiatWithdrawHistory' },
};

type MapRows = (rows: readonly unknown[], toSymbol: ToSymbol) => WindowReading;

const MAPPERS: Readonly<Record<string, MapRows>> = {
  deposits: mapDeposits,
  withdrawals: mapWithdrawals,
  'fiat-deposits': (rows, toSymbol) => mapFiat('deposit', rows, toSymbol),
  'fiat-withdrawals': (rows, toSymbol) => mapFiat('withdrawal', rows, toSymbol),
  ledger: mapLedger,
  'staking-rewards': mapRewards,
};
