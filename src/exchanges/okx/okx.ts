/**
 * OKX, v5 (www.okx.com/docs-v5, Funding account). Facts of its history: `after` and `before` ask
 * for the rows strictly earlier and strictly later than a time, newest first, 100 at most; the
 * time of a row is that of its creation and does not change. What else moves the funding account
 * (transfers, rewards, fees) are its bills. A key has a passphrase.
 */
import { DAY_MS } from '../../domain/duration.ts';
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
import { withoutHeldDeposits } from '../mapping/held-deposits.ts';
import type { ExchangeProfile, ProfileContext } from '../profile.ts';
import { expectList, expectObject } from '../mapping/raw-row.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import { readOptional } from '../client/read-optional.ts';
import { readWindowAtOnce } from '../client/window-rows.ts';
import { mapBalances } from './balances.ts';
import { mapFundingBills, mapTradingTransfers } from './bills.ts';
import { mapPermissions } from './permissions.ts';
import { CREDITED } from './statuses.ts';
import { mapDeposits, mapHeldDeposit, mapWithdrawals } from './rows.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET www.okx.com/api/v5/public/time',
  'GET www.okx.com/api/v5/asset/deposit-history',
  'GET www.okx.com/api/v5/asset/withdrawal-history',
  'GET www.okx.com/api/v5/asset/bills-history',
  'GET www.okx.com/api/v5/account/bills-archive',
  'GET www.okx.com/api/v5/asset/balances',
  'GET www.okx.com/api/v5/asset/currencies',
  'GET www.okx.com/api/v5/account/config',
];

const ROWS_MAX = 100;
/** How a failure says that the address is not known there. */
const NOT_SERVED = '(HTTP 404)';

const COMMON_SOURCE = {
  // OKX opened in 2017.
  startMs: Date.UTC(2017, 0, 1),
  // No longest window is documented; a year keeps what was read in steps.
  windowMsMax: 365 * DAY_MS,
  windowMsMin: 1,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  // The documentation tells of bills since this day, and that they arrive half a minute late.
  { name: 'bills', ...COMMON_SOURCE, startMs: Date.UTC(2021, 1, 1), optional: true },
];

/** An account at OKX. */
class OkxAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;

  constructor({ client }: ProfileContext) {
    this.#client = client;
  }

  async fetchTimeMs(): Promise<number> {
    const read = async (): Promise<number> => {
      const [row] = await this.#list('publicGetPublicTime');
      return Number(expectObject(row, 'public/time')['ts']);
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
        return this.#readBills(source, fromMs, toMs);
      default:
        throw new RangeError(`okx has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const currencies = await this.#list('privateGetAssetCurrencies');
    const balances = await this.#list('privateGetAssetBalances');
    // After the balances: what is credited meanwhile is then taken out rather than told.
    const held = await readOptional(this.#list(DEPOSITS, { state: CREDITED, limit: ROWS_MAX }));
    const reading = mapBalances(balances, currencies, this.#client.toSymbol);
    return withoutHeldDeposits(reading, held ?? [], (row) =>
      mapHeldDeposit(row, this.#client.toSymbol),
    );
  }

  async readPermissions(): Promise<KeyPermissions> {
    const [config] = await this.#list(CONFIG);
    return mapPermissions(expectObject(config, CONFIG));
  }

  /**
   * The bills of the funding account. Where OKX does not serve them, the bills of the trading
   * account stand in: they tell the transfers of the last three months.
   */
  async #readBills(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    try {
      const bills = await this.#readRows(source, FUNDING_BILLS, fromMs, toMs);
      return mapFundingBills(bills, this.#client.toSymbol);
    } catch (error) {
      const isServed = !(error instanceof ExchangeError) || !error.message.includes(NOT_SERVED);
      if (isServed) throw error;
    }
    const parameters = { type: 1, begin: fromMs, end: toMs - 1 };
    const bills = await this.#readOneAnswer(source, TRADING_BILLS, parameters, fromMs, toMs);
    return mapTradingTransfers(bills, this.#client.toSymbol);
  }

  /** A page would begin behind the time of the last row and lose those that share it. */
  async #readRows(
    source: HistorySource,
    endpoint: string,
    fromMs: number,
    toMs: number,
  ): Promise<readonly unknown[]> {
    const parameters = { before: fromMs - 1, after: toMs };
    return this.#readOneAnswer(source, endpoint, parameters, fromMs, toMs);
  }

  async #readOneAnswer(
    source: HistorySource,
    endpoint: string,
    parameters: Record<string, number>,
    fromMs: number,
    toMs: number,
  ): Promise<readonly unknown[]> {
    return readWindowAtOnce({ source, fromMs, toMs, rowsMax: ROWS_MAX }, () =>
      this.#list(endpoint, { ...parameters, limit: ROWS_MAX }),
    );
  }

  async #list(
    endpoint: string,
    parameters: Record<string, string | number> = {},
  ): Promise<readonly unknown[]> {
    const answer = expectObject(await this.#client.call(endpoint, parameters), endpoint);
    return expectList(answer['data'], endpoint);
  }
}

const DEPOSITS = 'privateGetAssetDepositHistory';
const WITHDRAWALS = 'privateGetAssetWithdrawalHistory';
const FUNDING_BILLS = 'privateGetAssetBillsHistory';
const TRADING_BILLS = 'privateGetAccountBillsArchive';
const CONFIG = 'privateGetAccountConfig';

/** OKX's profile. */
export const OKX: ExchangeProfile = {
  name: 'okx',
  facts: {
    title: 'OKX',
    certified: true,
    history: 'complete; transfers, rewards and the like since February 2021',
    pending: 'deposits, withdrawals',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'Read',
    tellsPermissions: true,
    withdrawableAccount:
      'funding account: `availBal` without deposits that cannot be withdrawn yet',
    withdrawableSource: 'https://www.okx.com/docs-v5/en/#funding-account-rest-api-withdrawal',
  },
  requiredCredentials: ['apiKey', 'secret', 'password'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Each of these endpoints takes 6 requests a second of a user (www.okx.com/docs-v5, Rate Limit),
  // bills of the funding account 1, of the trading account and the configuration 5 in two: what is
  // saved up and what is refilled in a second together stay within it.
  budget: { capacity: 2, refillPerSecond: 4 },
  costs: { [CONFIG]: 2, [FUNDING_BILLS]: 4, [TRADING_BILLS]: 2 },
  numbersRequests: false,
  open: (context) => new OkxAccount(context),
};
