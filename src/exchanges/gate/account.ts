/** Requests the data of an account at Gate. */
import { SECOND_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readClockField } from '../client/exchange-clock.ts';
import { readPagedWindow } from '../client/window-rows.ts';
import type {
  BalanceReading,
  ExchangeAccount,
  HistorySource,
  KeyPermissions,
  WindowReading,
} from '../exchange.ts';
import { expectList } from '../mapping/raw-row.ts';
import { mapBalances } from './balances.ts';
import { mapAccountBook } from './ledger.ts';
import { mapPermissions } from './permissions.ts';
import { SOURCES } from './profile.ts';
import { mapDeposits, mapWithdrawals } from './transactions.ts';

const ROWS_MAX = 500;
const BOOK_ROWS_MAX = 1000;

/** Opens an account at Gate. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new GateAccount(context);
}

class GateAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;

  constructor({ client }: AccountContext) {
    this.#client = client;
  }

  fetchTimeMs(): Promise<number> {
    return readClockField(this.#client, 'publicSpotGetTime', 'server_time');
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const { toSymbol } = this.#client;
    switch (source.name) {
      case 'deposits':
        return mapDeposits(
          await this.#readRecords(source, 'privateWalletGetDeposits', fromMs, toMs),
          toSymbol,
        );
      case 'withdrawals':
        return mapWithdrawals(
          await this.#readRecords(source, 'privateWalletGetWithdrawals', fromMs, toMs),
          toSymbol,
        );
      case 'account-book':
        return mapAccountBook(await this.#readBook(source, fromMs, toMs), toSymbol);
      default:
        throw new RangeError(`gate has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const currencies = await this.#list('publicSpotGetCurrencies');
    const limits = await this.#list('privateWalletGetWithdrawStatus');
    const accounts = await this.#list('privateSpotGetAccounts');
    return mapBalances({ accounts, currencies, limits }, this.#client.toSymbol);
  }

  async readPermissions(): Promise<KeyPermissions> {
    const keys = await this.#list('privateAccountGetMainKeys');
    return mapPermissions(keys, this.#client.ccxt.apiKey);
  }

  async #readRecords(
    source: HistorySource,
    endpoint: string,
    fromMs: number,
    toMs: number,
  ): Promise<unknown[]> {
    return this.#readPages(source, fromMs, toMs, ROWS_MAX, (window, page) =>
      this.#list(endpoint, { ...window, offset: page * ROWS_MAX }),
    );
  }

  /** Reads the account book; its pages are numbered from one. */
  async #readBook(source: HistorySource, fromMs: number, toMs: number): Promise<unknown[]> {
    return this.#readPages(source, fromMs, toMs, BOOK_ROWS_MAX, (window, page) =>
      this.#list('privateSpotGetAccountBook', { ...window, page: page + 1 }),
    );
  }

  /** Reads the rows of the whole seconds that contain a window; only a single second is read in pages. */
  async #readPages(
    source: HistorySource,
    fromMs: number,
    toMs: number,
    rowsMax: number,
    readPage: (window: Record<string, number>, page: number) => Promise<readonly unknown[]>,
  ): Promise<unknown[]> {
    const seconds = {
      from: Math.floor(fromMs / SECOND_MS),
      to: Math.ceil(toMs / SECOND_MS),
      limit: rowsMax,
    };
    return readPagedWindow({ source, fromMs, toMs, rowsMax }, (page) => readPage(seconds, page));
  }

  async #list(
    endpoint: string,
    parameters: Record<string, number> = {},
  ): Promise<readonly unknown[]> {
    return expectList(await this.#client.call(endpoint, parameters), endpoint);
  }
}
