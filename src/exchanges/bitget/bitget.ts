/**
 * Bitget, v2 (bitget.com/api-doc/spot). Facts of its history: deposits and withdrawals are told in
 * windows of at most 90 days, newest first, 100 rows a page, and `idLessThan` asks for the page
 * behind an order. Bills, which tell of transfers and rewards, are 500 a page. A key has a passphrase.
 * A unified account has endpoints of its own (v3), which are not asked.
 */
import type { CcxtClient } from '../ccxt-client.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
  WindowOverflowError,
} from '../exchange.ts';
import { readExchangeClock } from '../exchange-clock.ts';
import type { ExchangeProfile, ProfileContext } from '../profile.ts';
import { expectList, expectObject, readText } from '../raw-row.ts';
import type { ReadEndpoint } from '../read-only.ts';
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

const DAY_MS = 86_400_000;
/** Pages of a millisecond that holds more rows than one answer. */
const PAGES_MAX = 100;

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
export class BitgetAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;
  readonly #nowMs: () => number;

  constructor({ client, clock }: ProfileContext) {
    this.#client = client;
    this.#nowMs = clock.nowMs;
  }

  async fetchTimeMs(): Promise<number> {
    const read = async (): Promise<number> => {
      const answer = expectObject(await this.#client.call(TIME), TIME);
      return Number(expectObject(answer['data'], TIME)['serverTime']);
    };
    return readExchangeClock(this.#client, read, this.#nowMs);
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    switch (source.name) {
      case 'deposits':
        return mapDeposits(await this.#readRows(source, DEPOSITS, fromMs, toMs), this.#toSymbol);
      case 'withdrawals':
        return mapWithdrawals(
          await this.#readRows(source, WITHDRAWALS, fromMs, toMs),
          this.#toSymbol,
        );
      case 'bills':
        return mapBills(await this.#readBills(source, fromMs, toMs), this.#toSymbol);
      default:
        throw new RangeError(`bitget has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const coins = await this.#list(COINS, {});
    const assets = await this.#list(ASSETS, {});
    return mapBalances(
      assets,
      coins,
      this.#toSymbol,
      (networkId, asset) => this.#client.ccxt.networkIdToCode(networkId, asset) ?? networkId,
    );
  }

  async readPermissions(): Promise<KeyPermissions> {
    const answer = expectObject(await this.#client.call(ACCOUNT), ACCOUNT);
    return mapPermissions(answer['data']);
  }

  readonly #toSymbol = (assetId: string): string => this.#client.ccxt.safeCurrencyCode(assetId);

  async #readBills(source: HistorySource, fromMs: number, toMs: number): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (const groupType of BILL_GROUPS) {
      rows.push(...(await this.#readRows(source, BILLS, fromMs, toMs, { groupType })));
    }
    return rows;
  }

  /**
   * The rows of a window. One answer is one moment of the exchange, pages are not: a full answer
   * divides the window, and only a single millisecond is read in pages. Whether the bounds of a
   * window are inside is not documented, so the millisecond before it is asked for as well.
   */
  async #readRows(
    source: HistorySource,
    { endpoint, idField, rowsMax }: RowList,
    fromMs: number,
    toMs: number,
    filter: Record<string, string> = {},
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    const window = { ...filter, startTime: fromMs - 1, endTime: toMs, limit: rowsMax };
    let idLessThan: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const found = await this.#list(endpoint, {
        ...window,
        ...(idLessThan === undefined ? {} : { idLessThan }),
      });
      rows.push(...found);
      if (found.length < rowsMax) return rows;
      if (toMs - fromMs > source.windowMsMin) throw new WindowOverflowError(source.name);
      idLessThan = readLastId(found, endpoint, idField);
    }
    throw new ExchangeError('exchange_unavailable', `${endpoint}: more than ${PAGES_MAX} pages`);
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
  },
  requiredCredentials: ['apiKey', 'secret', 'password'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Requests a second: a user's endpoint takes 10 (account/info one), the list of coins 3 of an address ("Frequency
  // limit" of each endpoint).
  budget: { capacity: 8, refillPerSecond: 8 },
  costs: { [ACCOUNT]: 8, [COINS]: 4 },
  numbersRequests: false,
  open: (context) => new BitgetAccount(context),
};
