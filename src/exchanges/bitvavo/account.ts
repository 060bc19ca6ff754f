/** Requests the data of an account at Bitvavo. */
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readClockField } from '../client/exchange-clock.ts';
import { appendTo } from '../client/long-lists.ts';
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
import { HISTORY_TYPES, mapHistory } from './ledger.ts';
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

  /** Reads the history by type, because most rows of an active customer are trades. */
  async #readHistory(source: HistorySource, fromMs: number, toMs: number): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (const type of HISTORY_TYPES) {
      appendTo(rows, await this.#readHistoryOf(type, source, fromMs, toMs));
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
    const window = { type, fromDate: fromMs, toDate: toMs, maxItems: HISTORY_ROWS_MAX };
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const response = expectObject(await this.#client.call(HISTORY, { ...window, page }), HISTORY);
      const items = expectList(response['items'], HISTORY);
      appendTo(rows, items);
      // Without a number of pages, a full page may not be the last one.
      const unknownPages = items.length < HISTORY_ROWS_MAX ? page : page + 1;
      if (Number(response['totalPages'] ?? unknownPages) <= page) return rows;
      if (toMs - fromMs > source.windowMsMin) throw new WindowOverflowError(source.name);
    }
    throw tooManyPages(HISTORY, PAGES_MAX);
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
