/**
 * KuCoin (kucoin.com/docs-new, Account and Funding). Facts about its history: lists are returned newest first
 * in pages of at most 500 rows with a total; deposits have no identifier. Rows before 2019-02-18, of its
 * first platform (V1), are in separate lists. The ledger contains the last year, and is returned a day at a
 * time. A key has a passphrase.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS } from '../profile.ts';

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

export const LEDGER = 'ledger';

/** KuCoin's launch, and the start of its second platform (ccxt 4.5.84, `fetchDeposits`). */
export const V1_START_MS = Date.UTC(2017, 8, 1);
export const V2_START_MS = Date.UTC(2019, 1, 18);

const COMMON_SOURCE = {
  ...SOURCE_DEFAULTS,
  startMs: V2_START_MS,
  // The maximum window is not documented; other programs read a month at a time.
  windowMsMax: 30 * DAY_MS,
} as const;

/** A list of V1 does not grow, so it is one window that is read once. KuCoin may stop serving it. */
const V1_SOURCE = {
  ...COMMON_SOURCE,
  startMs: V1_START_MS,
  windowMsMax: 36_500 * DAY_MS,
  optional: true,
} as const;

/** The source of the ledger. Its start moves. */
const LEDGER_SOURCE: HistorySource = {
  ...COMMON_SOURCE,
  name: LEDGER,
  // At most 24 hours, including the millisecond before each window, which is also requested.
  windowMsMax: DAY_MS - 1,
  optional: true,
};

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  { name: 'v1-deposits', ...V1_SOURCE },
  { name: 'v1-withdrawals', ...V1_SOURCE },
  LEDGER_SOURCE,
];

export const TIME = 'publicGetTimestamp';
export const CURRENCIES = 'publicGetCurrencies';
export const ACCOUNTS = 'privateGetAccounts';
export const DEPOSITS = 'privateGetDeposits';
export const V1_DEPOSITS = 'privateGetHistDeposits';
export const WITHDRAWALS = 'privateGetWithdrawals';
export const V1_WITHDRAWALS = 'privateGetHistWithdrawals';
export const LEDGERS = 'privateGetAccountsLedgers';
export const QUOTAS = 'privateGetWithdrawalsQuotas';
export const API_KEY = 'privateGetUserApiKey';

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
    reportsPermissions: true,
    withdrawableAccount: 'funding account: `available`, at most `availableAmount` of the quota',
    withdrawableSource:
      'https://www.kucoin.com/docs/rest/funding/withdrawals/get-withdrawal-quotas',
  },
  requiredCredentials: ['apiKey', 'secret', 'password'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Limit per user: a weight of 2000 per 30 seconds in the management pool (docs-new, Rate limit). The
  // capacity plus the refill of 30 seconds stays below it.
  budget: { capacity: 500, refillPerSecond: 45 },
  // The same for the public pool, which is counted by address.
  publicBudget: { capacity: 500, refillPerSecond: 45 },
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
  // kucoin.com/docs-new, Error codes.
  errorCodes: {
    '"400006"': 'exchange_permission_denied', // "The requested ip address is not in the api whitelist"
    '"400007"': 'exchange_permission_denied', // "Access denied: require more permission"
    '"400302"': 'exchange_permission_denied', // "the service is unavailable in your current area"
    '"408000"': 'exchange_unavailable', // "Network timeout, please try again later"
    '"429000"': 'exchange_rate_limited', // "Too many requests", with any HTTP status
  },
};
