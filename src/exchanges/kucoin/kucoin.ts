/**
 * KuCoin (kucoin.com/docs-new, Account and Funding). Facts of its history: lists are told newest
 * first in pages of at most 500 rows with a total; deposits have no identifier. What was before
 * 2019-02-18, on its first platform (V1), is told by lists of their own. The ledger is told a day at
 * a time and a year back. A key has a passphrase.
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
  WindowOverflowError,
} from '../exchange.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import type { ExchangeProfile, ProfileContext } from '../profile.ts';
import { expectList, expectObject } from '../mapping/raw-row.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import { readOptional } from '../client/read-optional.ts';
import { chooseMain, mapBalances } from './balances.ts';
import { nameFailure } from './failure.ts';
import { mapLedger } from './ledger.ts';
import { mapPermissions } from './permissions.ts';
import { mapDeposits, mapWithdrawals } from './rows.ts';
import { limitToWithdrawable } from './withdrawable.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.kucoin.com/api/v1/timestamp',
  'GET api.kucoin.com/api/v3/currencies',
  'GET api.kucoin.com/api/v1/accounts',
  'GET api.kucoin.com/api/v1/accounts/ledgers',
  'GET api.kucoin.com/api/v1/deposits',
  'GET api.kucoin.com/api/v1/hist-deposits',
  'GET api.kucoin.com/api/v1/withdrawals',
  'GET api.kucoin.com/api/v1/hist-withdrawals',
  'GET api.kucoin.com/api/v1/withdrawals/quotas',
  'GET api.kucoin.com/api/v1/user/api-key',
];

const LEDGER = 'ledger';
/** How far back the ledger is told: a year (docs-new, Get Account Ledgers), less a day for clocks. */
const LEDGER_REACH_MS = 364 * DAY_MS;
const ROWS_MAX = 500;
/** Pages of a list that is not divided. */
const PAGES_MAX = 100;
/** KuCoin's launch, and when its second platform took over (ccxt 4.5.84, `fetchDeposits`). */
const V1_START_MS = Date.UTC(2017, 8, 1);
const V2_START_MS = Date.UTC(2019, 1, 18);

const COMMON_SOURCE = {
  startMs: V2_START_MS,
  // No longest window is documented; others read a month at a time.
  windowMsMax: 30 * DAY_MS,
  windowMsMin: 1,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

/** The lists of V1 are read as one, once, and do not grow; KuCoin may stop to tell them. */
const V1_SOURCE = {
  ...COMMON_SOURCE,
  startMs: V1_START_MS,
  windowMsMax: 36_500 * DAY_MS,
  optional: true,
} as const;

/** What is older than it reaches is not asked for. */
const LEDGER_SOURCE: HistorySource = {
  ...COMMON_SOURCE,
  name: LEDGER,
  // At most 24 hours, also with the millisecond that is asked for before each window.
  windowMsMax: DAY_MS - 1,
  optional: true,
};

const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  { name: 'v1-deposits', ...V1_SOURCE },
  { name: 'v1-withdrawals', ...V1_SOURCE },
  LEDGER_SOURCE,
];

type Parameters = Record<string, string | number>;

/** An account at KuCoin. */
class KucoinAccount implements ExchangeAccount {
  readonly #client: CcxtClient;

  constructor({ client }: ProfileContext) {
    this.#client = client;
  }

  get sources(): readonly HistorySource[] {
    const startMs = this.#client.exchangeNowMs() - LEDGER_REACH_MS;
    return [...SOURCES.filter(({ name }) => name !== LEDGER), { ...LEDGER_SOURCE, startMs }];
  }

  async fetchTimeMs(): Promise<number> {
    const read = async (): Promise<number> => Number(await this.#data(TIME));
    return readExchangeClock(this.#client, read);
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
    const accounts = expectList(await this.#data(ACCOUNTS, { type: 'main' }), ACCOUNTS);
    const { rows, isVerified } = await limitToWithdrawable(chooseMain(accounts), (currency) =>
      readOptional(this.#data(QUOTAS, { currency })),
    );
    const reading = mapBalances(rows, currencies, this.#client.toSymbol);
    return isVerified ? reading : { ...reading, withdrawableUnverified: true };
  }

  async readPermissions(): Promise<KeyPermissions> {
    return mapPermissions(await this.#data(API_KEY));
  }

  /**
   * The rows of a window. One answer is one moment of the exchange, pages are not: more than one
   * page divides the window, and only a single millisecond is read in pages. A row is created after
   * `startAt` and before `endAt`, so the millisecond before the window is asked for as well.
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
   * All rows of V1, whatever window asks for them. The documentation has the bounds in milliseconds,
   * ccxt sends the first one in seconds: these hold all of V1 in either reading.
   */
  async #readV1Rows(endpoint: string, fromMs: number): Promise<readonly unknown[]> {
    if (fromMs >= V2_START_MS) return [];
    return this.#readPages(endpoint, { startAt: V1_START_MS / 1000, endAt: V2_START_MS });
  }

  /** All pages, which have to tell one total and add up to it. */
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
    const answer = await this.#data(endpoint, { ...parameters, currentPage, pageSize: ROWS_MAX });
    const data = expectObject(answer, endpoint);
    const rows = expectList(data['items'], endpoint);
    const isFull = rows.length >= ROWS_MAX;
    const isFollowed = Number(data['totalPage']) > currentPage;
    return { rows, isLast: !isFull && !isFollowed, total: Number(data['totalNum']) };
  }

  async #data(endpoint: string, parameters: Parameters = {}): Promise<unknown> {
    try {
      return expectObject(await this.#client.call(endpoint, parameters), endpoint)['data'];
    } catch (error) {
      throw nameFailure(error);
    }
  }
}

/** One page of a list. */
interface Page {
  readonly rows: readonly unknown[];
  readonly isLast: boolean;
  /** Rows of all pages; NaN where it is not told. */
  readonly total: number;
}

const TIME = 'publicGetTimestamp';
const CURRENCIES = 'publicGetCurrencies';
const ACCOUNTS = 'privateGetAccounts';
const DEPOSITS = 'privateGetDeposits';
const V1_DEPOSITS = 'privateGetHistDeposits';
const WITHDRAWALS = 'privateGetWithdrawals';
const V1_WITHDRAWALS = 'privateGetHistWithdrawals';
const LEDGERS = 'privateGetAccountsLedgers';
const QUOTAS = 'privateGetWithdrawalsQuotas';
const API_KEY = 'privateGetUserApiKey';

/** KuCoin's profile. */
export const KUCOIN: ExchangeProfile = {
  name: 'kucoin',
  facts: {
    title: 'KuCoin',
    certified: true,
    history: 'complete; transfers and rewards of the last year',
    pending: 'deposits, withdrawals',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'General',
    tellsPermissions: true,
    withdrawableAccount: 'funding account: `available`, at most `availableAmount` of the quota',
    withdrawableSource:
      'https://www.kucoin.com/docs/rest/funding/withdrawals/get-withdrawal-quotas',
  },
  requiredCredentials: ['apiKey', 'secret', 'password'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Weights: the management pool takes 2000 in 30 seconds of a user (docs-new, Rate limit): what is
  // saved up and what is refilled in that time together stay within it.
  budget: { capacity: 500, refillPerSecond: 45 },
  costs: {
    [TIME]: 3,
    [CURRENCIES]: 3,
    [ACCOUNTS]: 5,
    [DEPOSITS]: 5,
    [V1_DEPOSITS]: 5,
    [WITHDRAWALS]: 20,
    [V1_WITHDRAWALS]: 20,
    [LEDGERS]: 2,
    [QUOTAS]: 20,
    [API_KEY]: 20,
  },
  numbersRequests: false,
  open: (context) => new KucoinAccount(context),
};
