/** Requests the data of an account at Gate. */
import { SECOND_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readClockField } from '../client/exchange-clock.ts';
import { readPagedWindow } from '../client/window-rows.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
} from '../exchange.ts';
import { expectList } from '../mapping/raw-row.ts';
import { mapBalances } from './balances.ts';
import { mapAccountBook } from './ledger.ts';
import { mapPermissions } from './permissions.ts';
import { SOURCES } from './profile.ts';
import { mapDeposits, mapWithdrawals } from './transactions.ts';

/** A list: its maximum rows of a page, and the parameters of a page, which is counted from 0. */
interface RowList {
  readonly endpoint: string;
  readonly rowsMax: number;
  readonly placeOf: (page: number) => Record<string, number>;
}

const DEPOSITS: RowList = {
  endpoint: 'privateWalletGetDeposits',
  rowsMax: 500,
  placeOf: (page) => ({ offset: page * 500 }),
};
const WITHDRAWALS: RowList = { ...DEPOSITS, endpoint: 'privateWalletGetWithdrawals' };
const BOOK: RowList = {
  endpoint: 'privateSpotGetAccountBook',
  rowsMax: 1000,
  placeOf: (page) => ({ page: page + 1 }),
};

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
        return mapDeposits(await this.#readRows(source, DEPOSITS, fromMs, toMs), toSymbol);
      case 'withdrawals':
        return mapWithdrawals(await this.#readRows(source, WITHDRAWALS, fromMs, toMs), toSymbol);
      case 'account-book':
        return mapAccountBook(await this.#readRows(source, BOOK, fromMs, toMs), toSymbol);
      default:
        throw new RangeError(`gate has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const currencies = await this.#list('publicSpotGetCurrencies');
    const limits = await this.#listLimits();
    const accounts = await this.#list('privateSpotGetAccounts');
    return mapBalances({ accounts, currencies, limits }, this.#client.toSymbol);
  }

  async readPermissions(): Promise<KeyPermissions> {
    const keys = await this.#list('privateAccountGetMainKeys');
    return mapPermissions(keys, this.#client.ccxt.apiKey);
  }

  /** Returns the limits; none if the exchange does not have the list, as a region may not. */
  async #listLimits(): Promise<readonly unknown[]> {
    try {
      return await this.#list('privateWalletGetWithdrawStatus');
    } catch (error) {
      if (error instanceof ExchangeError && error.code === 'exchange_request_refused') return [];
      throw error;
    }
  }

  /** Reads the rows of the whole seconds that contain a window; only a single second is read in pages. */
  async #readRows(
    source: HistorySource,
    { endpoint, rowsMax, placeOf }: RowList,
    fromMs: number,
    toMs: number,
  ): Promise<unknown[]> {
    const from = Math.floor(fromMs / SECOND_MS);
    const to = Math.ceil(toMs / SECOND_MS);
    return readPagedWindow({ source, fromMs, toMs, rowsMax }, (page) =>
      this.#list(endpoint, { from, to, limit: rowsMax, ...placeOf(page) }),
    );
  }

  async #list(
    endpoint: string,
    parameters: Record<string, number> = {},
  ): Promise<readonly unknown[]> {
    return expectList(await this.#client.call(endpoint, parameters), endpoint);
  }
}
