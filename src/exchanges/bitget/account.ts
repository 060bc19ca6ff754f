/** Requests the data of an account at Bitget. */
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import { appendTo } from '../client/long-lists.ts';
import { readOptional } from '../client/read-optional.ts';
import { readPagedWindow } from '../client/window-rows.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
} from '../exchange.ts';
import { expectList, expectObject, readText } from '../mapping/raw-row.ts';
import { mapBalances } from './balances.ts';
import { BILL_GROUPS, mapBills } from './ledger.ts';
import { mapPermissions } from './permissions.ts';
import { ACCOUNT, COINS, SOURCES } from './profile.ts';
import { mapDeposits, mapWithdrawals } from './transactions.ts';

/** A list that is sorted newest first, with `idLessThan` as the parameter for the next page. */
interface RowList {
  readonly endpoint: string;
  readonly idField: string;
  readonly rowsMax: number;
}

/** Opens an account at Bitget. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new BitgetAccount(context);
}

class BitgetAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;

  constructor({ client }: AccountContext) {
    this.#client = client;
  }

  fetchTimeMs(): Promise<number> {
    return readExchangeClock(this.#client, async () => {
      const response = expectObject(await this.#client.call(TIME), TIME);
      return Number(expectObject(response['data'], TIME)['serverTime']);
    });
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const { toSymbol } = this.#client;
    switch (source.name) {
      case 'deposits':
        return mapDeposits(await this.#readRows(source, DEPOSITS, fromMs, toMs), toSymbol);
      case 'withdrawals':
        return mapWithdrawals(await this.#readRows(source, WITHDRAWALS, fromMs, toMs), toSymbol);
      case 'bills':
        return mapBills(await this.#readBills(source, fromMs, toMs), toSymbol);
      default:
        throw new RangeError(`bitget has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const coins = await readOptional(this.#list(COINS, {}));
    const assets = await this.#list(ASSETS, {});
    return mapBalances(assets, coins, this.#client.toSymbol);
  }

  async readPermissions(): Promise<KeyPermissions> {
    const response = expectObject(await this.#client.call(ACCOUNT), ACCOUNT);
    return mapPermissions(response['data']);
  }

  async #readBills(source: HistorySource, fromMs: number, toMs: number): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (const groupType of BILL_GROUPS) {
      appendTo(rows, await this.#readRows(source, BILLS, fromMs, toMs, { groupType }));
    }
    return rows;
  }

  /**
   * Reads the rows of a window. The documentation does not say if a window includes its bounds, so the
   * millisecond before it is requested as well.
   */
  async #readRows(
    source: HistorySource,
    { endpoint, idField, rowsMax }: RowList,
    fromMs: number,
    toMs: number,
    filter: Record<string, string> = {},
  ): Promise<unknown[]> {
    const parameters = { ...filter, startTime: fromMs - 1, endTime: toMs, limit: rowsMax };
    return readPagedWindow({ source, fromMs, toMs, rowsMax }, async (page, before) => {
      const after = page === 0 ? {} : { idLessThan: readLastId(before, endpoint, idField) };
      return this.#list(endpoint, { ...parameters, ...after });
    });
  }

  async #list(
    endpoint: string,
    parameters: Record<string, string | number>,
  ): Promise<readonly unknown[]> {
    const response = expectObject(await this.#client.call(endpoint, parameters), endpoint);
    return expectList(response['data'], endpoint);
  }
}

/** Returns the identifier of the row after which the next page begins. @throws {ExchangeError} */
function readLastId(rows: readonly unknown[], endpoint: string, idField: string): string {
  const id = readText(expectObject(rows.at(-1), endpoint), idField);
  if (id !== null) return id;
  throw new ExchangeError('exchange_unavailable', `${endpoint}: the last row of a page has no id`);
}

const TIME = 'publicCommonGetV2PublicTime';
const ASSETS = 'privateSpotGetV2SpotAccountAssets';
const DEPOSITS: RowList = {
  endpoint: 'privateSpotGetV2SpotWalletDepositRecords',
  idField: 'orderId',
  rowsMax: 100,
};
const WITHDRAWALS: RowList = {
  ...DEPOSITS,
  endpoint: 'privateSpotGetV2SpotWalletWithdrawalRecords',
};
const BILLS: RowList = {
  endpoint: 'privateSpotGetV2SpotAccountBills',
  idField: 'billId',
  rowsMax: 500,
};
