/** Requests the data of an account at Bitvavo. */
import { DAY_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readClockField } from '../client/exchange-clock.ts';
import { appendTo } from '../client/long-lists.ts';
import { readOptional } from '../client/read-optional.ts';
import { readUnpagedWindow, tooManyPages } from '../client/window-rows.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  type HistorySource,
  type WindowReading,
  WindowOverflowError,
} from '../exchange.ts';
import { expectList, expectObject } from '../mapping/raw-row.ts';
import { mapBalances } from './balances.ts';
import { HISTORY_TYPES, mapHistory, UNDOCUMENTED_TYPES } from './ledger.ts';
import { SOURCES, BALANCE, DEPOSITS, WITHDRAWALS } from './profile.ts';
import { mapDeposits, mapWithdrawals } from './transactions.ts';

const ROWS_MAX = 1000;
const HISTORY_ROWS_MAX = 100;
/** Maximum pages of a millisecond with more rows than one response. */
const PAGES_MAX = 100;

/** Opens an account at Bitvavo. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new BitvavoAccount(context);
}

class BitvavoAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;

  constructor({ client }: AccountContext) {
    this.#client = client;
  }

  fetchTimeMs(): Promise<number> {
    return readClockField(this.#client, TIME, 'time');
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const { toSymbol } = this.#client;
    switch (source.name) {
      case 'deposits':
        return mapDeposits(await this.#readRows(source, DEPOSITS, fromMs, toMs), toSymbol);
      case 'withdrawals':
        return mapWithdrawals(await this.#readRows(source, WITHDRAWALS, fromMs, toMs), toSymbol);
      case 'history':
        return mapHistory(await this.#readHistory(source, fromMs, toMs), toSymbol);
      default:
        throw new RangeError(`bitvavo has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const assets = await this.#list(ASSETS);
    const balances = await this.#list(BALANCE);
    return mapBalances(balances, assets, this.#client.toSymbol);
  }

  async #readRows(
    source: HistorySource,
    endpoint: string,
    fromMs: number,
    toMs: number,
  ): Promise<readonly unknown[]> {
    return readUnpagedWindow({ source, fromMs, toMs, rowsMax: ROWS_MAX }, () =>
      this.#list(endpoint, { start: fromMs, end: toMs, limit: ROWS_MAX }),
    );
  }

  /**
   * Reads the history in one response, which contains types that are not documented. A longer window than a day
   * is divided if its rows do not fit; a day is read by type, because its rows are trades for the most part.
   */
  async #readHistory(
    source: HistorySource,
    fromMs: number,
    toMs: number,
  ): Promise<readonly unknown[]> {
    const { items, isLast } = await this.#readHistoryPage({ fromDate: fromMs, toDate: toMs }, 1);
    if (isLast) return items;
    if (toMs - fromMs > DAY_MS) throw new WindowOverflowError(source.name);
    const rows: unknown[] = [];
    for (const type of HISTORY_TYPES) {
      appendTo(rows, await this.#readHistoryOf(type, source, fromMs, toMs));
    }
    for (const type of UNDOCUMENTED_TYPES) {
      const found = await readOptional(this.#readHistoryOf(type, source, fromMs, toMs));
      appendTo(rows, found ?? []);
    }
    return rows;
  }

  /**
   * Reads the history of one type. A window with more than one page is divided; only a single millisecond is
   * read in pages.
   */
  async #readHistoryOf(
    type: string,
    source: HistorySource,
    fromMs: number,
    toMs: number,
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    const parameters = { type, fromDate: fromMs, toDate: toMs };
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const { items, isLast } = await this.#readHistoryPage(parameters, page);
      appendTo(rows, items);
      if (isLast) return rows;
      if (toMs - fromMs > source.windowMsMin) throw new WindowOverflowError(source.name);
    }
    throw tooManyPages(HISTORY, PAGES_MAX);
  }

  async #readHistoryPage(
    parameters: Readonly<Record<string, string | number>>,
    page: number,
  ): Promise<{ readonly items: readonly unknown[]; readonly isLast: boolean }> {
    const request = { ...parameters, maxItems: HISTORY_ROWS_MAX, page };
    const response = expectObject(await this.#client.call(HISTORY, request), HISTORY);
    const items = expectList(response['items'], HISTORY);
    // Without a number of pages, a full page may not be the last one.
    const unknownPages = items.length < HISTORY_ROWS_MAX ? page : page + 1;
    return { items, isLast: Number(response['totalPages'] ?? unknownPages) <= page };
  }

  async #list(
    endpoint: string,
    parameters: Record<string, number> = {},
  ): Promise<readonly unknown[]> {
    return expectList(await this.#client.call(endpoint, parameters), endpoint);
  }
}

const TIME = 'publicGetTime';
const ASSETS = 'publicGetAssets';
const HISTORY = 'privateGetAccountHistory';
