/** Requests the data of an account at KuCoin. */
import { DAY_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import { appendTo } from '../client/long-lists.ts';
import { readOptional } from '../client/read-optional.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
  WindowOverflowError,
} from '../exchange.ts';
import { limitAmounts } from '../mapping/limit-amounts.ts';
import { expectList, expectObject } from '../mapping/raw-row.ts';
import { withStart } from '../profile.ts';
import { chooseMain, mapBalances, WITHDRAWABLE_FIELDS } from './balances.ts';
import { mapLedger } from './ledger.ts';
import { mapPermissions } from './permissions.ts';
import {
  LEDGER,
  SOURCES,
  V1_START_MS,
  V2_START_MS,
  TIME,
  CURRENCIES,
  ACCOUNTS,
  DEPOSITS,
  V1_DEPOSITS,
  WITHDRAWALS,
  V1_WITHDRAWALS,
  LEDGERS,
  QUOTAS,
  API_KEY,
} from './profile.ts';
import { mapDeposits, mapWithdrawals } from './transactions.ts';

/**
 * The period that the ledger contains: a year (docs-new, Get Account Ledgers), less a day for differences
 * between clocks.
 */
const LEDGER_REACH_MS = 364 * DAY_MS;
const ROWS_MAX = 500;
/** Maximum pages of a list that is not divided. */
const PAGES_MAX = 100;

type Parameters = Record<string, string | number>;

/** Opens an account at KuCoin. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new KucoinAccount(context);
}

class KucoinAccount implements ExchangeAccount {
  readonly #client: CcxtClient;

  constructor({ client }: AccountContext) {
    this.#client = client;
  }

  get sources(): readonly HistorySource[] {
    const startMs = this.#client.exchangeNowMs() - LEDGER_REACH_MS;
    return withStart(SOURCES, LEDGER, startMs);
  }

  fetchTimeMs(): Promise<number> {
    return readExchangeClock(this.#client, async () => Number(await this.#data(TIME)));
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const { toSymbol } = this.#client;
    switch (source.name) {
      case 'deposits':
        return mapDeposits(await this.#readRows(source, DEPOSITS, fromMs, toMs), toSymbol);
      case 'withdrawals':
        return mapWithdrawals(await this.#readRows(source, WITHDRAWALS, fromMs, toMs), toSymbol);
      case 'v1-deposits':
        return mapDeposits(await this.#readV1Rows(V1_DEPOSITS, fromMs), toSymbol);
      case 'v1-withdrawals':
        return mapWithdrawals(await this.#readV1Rows(V1_WITHDRAWALS, fromMs), toSymbol);
      case LEDGER:
        return mapLedger(await this.#readRows(source, LEDGERS, fromMs, toMs), toSymbol);
      default:
        throw new RangeError(`kucoin has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const currencies = expectList(await this.#data(CURRENCIES), CURRENCIES);
    const { rows, isVerified } = await limitAmounts(
      chooseMain(await this.checkBalances()),
      WITHDRAWABLE_FIELDS,
      (currency) => readOptional(this.#data(QUOTAS, { currency })),
    );
    const reading = mapBalances(rows, currencies, this.#client.toSymbol);
    return isVerified ? reading : { ...reading, withdrawableUnverified: true };
  }

  async checkBalances(): Promise<readonly unknown[]> {
    return expectList(await this.#data(ACCOUNTS, { type: 'main' }), ACCOUNTS);
  }

  async readPermissions(): Promise<KeyPermissions> {
    return mapPermissions(await this.#data(API_KEY));
  }

  /**
   * Reads the rows of a window. One response is a consistent state of the list, several pages are not. So a
   * window with more than one page is divided, and only a single millisecond is read in pages. Rows are
   * created after `startAt` and before `endAt`, so the millisecond before the window is requested as well.
   */
  async #readRows(
    source: HistorySource,
    endpoint: string,
    fromMs: number,
    toMs: number,
  ): Promise<readonly unknown[]> {
    const window = { startAt: fromMs - 1, endAt: toMs };
    if (toMs - fromMs <= source.windowMsMin) return this.#readPages(endpoint, window);
    const { rows, isLast } = await this.#readPage(endpoint, window, 1);
    if (!isLast) throw new WindowOverflowError(source.name);
    return rows;
  }

  /**
   * Reads all rows of V1, for any window. The documentation has both bounds in milliseconds, but ccxt sends
   * the first one in seconds. These bounds contain all of V1 in both units.
   */
  async #readV1Rows(endpoint: string, fromMs: number): Promise<readonly unknown[]> {
    if (fromMs >= V2_START_MS) return [];
    return this.#readPages(endpoint, { startAt: V1_START_MS / 1000, endAt: V2_START_MS });
  }

  /** Reads all pages. They have to report the same total, and their rows have to add up to it. */
  async #readPages(endpoint: string, parameters: Parameters): Promise<readonly unknown[]> {
    const first = await this.#readPage(endpoint, parameters, 1);
    if (first.isLast) return first.rows;
    const rows = [...first.rows];
    for (let page = 2; page <= PAGES_MAX && rows.length < first.total; page += 1) {
      const { rows: found, total } = await this.#readPage(endpoint, parameters, page);
      if (found.length === 0 || total !== first.total) break;
      appendTo(rows, found);
    }
    if (rows.length === first.total) return rows;
    throw new ExchangeError(
      'exchange_unavailable',
      `${endpoint}: pages of ${rows.length} rows do not add up to the total of ${first.total}`,
    );
  }

  async #readPage(endpoint: string, parameters: Parameters, currentPage: number): Promise<Page> {
    const response = await this.#data(endpoint, { ...parameters, currentPage, pageSize: ROWS_MAX });
    const data = expectObject(response, endpoint);
    const rows = expectList(data['items'], endpoint);
    const isFull = rows.length >= ROWS_MAX;
    const isFollowed = Number(data['totalPage']) > currentPage;
    return { rows, isLast: !isFull && !isFollowed, total: Number(data['totalNum']) };
  }

  async #data(endpoint: string, parameters: Parameters = {}): Promise<unknown> {
    return expectObject(await this.#client.call(endpoint, parameters), endpoint)['data'];
  }
}

/** One page of a list. */
interface Page {
  readonly rows: readonly unknown[];
  readonly isLast: boolean;
  /** Number of rows of all pages; NaN if it is missing. */
  readonly total: number;
}
