/**
 * Bitget, v2 (bitget.com/api-doc/spot). Facts of its history: deposits and withdrawals are told in
 * windows of at most 90 days, newest first, 100 rows a page, and `idLessThan` asks for the page
 * behind an order. Bills, which tell of transfers and rewards, are 500 a page. A key has a passphrase.
 * A unified account has endpoints of its own (v3), which are not asked.
 */
import { DAY_MS } from '../../domain/duration.ts';
import { appendTo } from '../client/long-lists.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
} from '../exchange.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import type { ExchangeProfile, ProfileContext } from '../profile.ts';
import { expectList, expectObject, readText } from '../mapping/raw-row.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import { readOptional } from '../client/read-optional.ts';
import { readPagedWindow } from '../client/window-rows.ts';
import { mapBalances } from './balances.ts';
import { BILL_GROUPS, mapBills } from './bills.ts';
import { mapPermissions } from './permissions.ts';
import { mapDeposits, mapWithdrawals } from './rows.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.bitget.com/api/v2/public/time',
  'GET api.bitget.com/api/v2/spot/public/coins',
  'GET api.bitget.com/api/v2/spot/account/assets',
  'GET api.bitget.com/api/v2/spot/account/bills',
  'GET api.bitget.com/api/v2/spot/account/info',
  'GET api.bitget.com/api/v2/spot/wallet/deposit-records',
  'GET api.bitget.com/api/v2/spot/wallet/withdrawal-records',
];

const COMMON_SOURCE = {
  // Bitget opened in 2018.
  startMs: Date.UTC(2018, 0, 1),
  // At most 90 days, also with the millisecond that is asked for before each window.
  windowMsMax: 90 * DAY_MS - 1,
  windowMsMin: 1,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  // How far back bills are kept is not documented: shorter windows lose less where one is refused.
  { name: 'bills', ...COMMON_SOURCE, windowMsMax: 30 * DAY_MS, optional: true },
];

/** A list that is told newest first, with `idLessThan` for the next page. */
interface RowList {
  readonly endpoint: string;
  readonly idField: string;
  readonly rowsMax: number;
}

/** An account at Bitget. */
class BitgetAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;

  constructor({ client }: ProfileContext) {
    this.#client = client;
  }

  async fetchTimeMs(): Promise<number> {
    const read = async (): Promise<number> => {
      const answer = expectObject(await this.#client.call(TIME), TIME);
      return Number(expectObject(answer['data'], TIME)['serverTime']);
    };
    return readExchangeClock(this.#client, read);
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
    const answer = expectObject(await this.#client.call(ACCOUNT), ACCOUNT);
    return mapPermissions(answer['data']);
  }

  async #readBills(source: HistorySource, fromMs: number, toMs: number): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (const groupType of BILL_GROUPS) {
      appendTo(rows, await this.#readRows(source, BILLS, fromMs, toMs, { groupType }));
    }
    return rows;
  }

  /**
   * The rows of a window. Whether its bounds are inside is not documented, so the millisecond before
   * it is asked for as well.
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
      const behind = page === 0 ? {} : { idLessThan: readLastId(before, endpoint, idField) };
      return this.#list(endpoint, { ...parameters, ...behind });
    });
  }

  async #list(
    endpoint: string,
    parameters: Record<string, string | number>,
  ): Promise<readonly unknown[]> {
    const answer = expectObject(await this.#client.call(endpoint, parameters), endpoint);
    return expectList(answer['data'], endpoint);
  }
}

/** The row behind which the next page begins. */
function readLastId(rows: readonly unknown[], endpoint: string, idField: string): string {
  const id = readText(expectObject(rows.at(-1), endpoint), idField);
  if (id !== null) return id;
  throw new ExchangeError('exchange_unavailable', `${endpoint}: the last row of a page has no id`);
}

const TIME = 'publicCommonGetV2PublicTime';
const COINS = 'publicSpotGetV2SpotPublicCoins';
const ACCOUNT = 'privateSpotGetV2SpotAccountInfo';
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

/** Bitget's profile. */
export const BITGET: ExchangeProfile = {
  name: 'bitget',
  facts: {
    title: 'Bitget',
    certified: true,
    history: 'complete',
    pending: 'deposits, withdrawals',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'Read-only, spot and wallet',
    tellsPermissions: true,
    withdrawableAccount: 'spot account: `available`',
    withdrawableSource: null,
  },
  requiredCredentials: ['apiKey', 'secret', 'password'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Requests a second: a user's endpoint takes 10 (account/info one), the list of coins 3 of an
  // address ("Frequency limit" of each endpoint).
  budget: { capacity: 8, refillPerSecond: 8 },
  costs: { [ACCOUNT]: 8, [COINS]: 4 },
  numbersRequests: false,
  open: (context) => new BitgetAccount(context),
};
