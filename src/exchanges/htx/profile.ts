/**
 * HTX, formerly Huobi, spot API v1 and v2 (huobiapi.github.io/docs/spot/v1/en). Facts of its history:
 * deposits and withdrawals are told by identifier and without filter of time, so that a refresh asks
 * for the newest page, and the history is walked from there. Transfers between accounts are told for
 * 180 days. Rewards and rebates stand in `account/history` alone, for 30 days by the hour, which is not
 * asked. Sub-accounts are told deposits, no withdrawals.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { HistorySource } from '../exchange.ts';
import type { ExchangeProfile } from '../profile.ts';
import type { ReadEndpoint } from '../client/read-only.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.huobi.pro/v1/common/timestamp',
  'GET api.huobi.pro/v1/account/accounts',
  'GET api.huobi.pro/v1/account/accounts/*/balance',
  'GET api.huobi.pro/v1/query/deposit-withdraw',
  'GET api.huobi.pro/v2/account/ledger',
  'GET api.huobi.pro/v2/reference/currencies',
  'GET api.huobi.pro/v2/user/uid',
  'GET api.huobi.pro/v2/user/api-key',
];

const COMMON_SOURCE = {
  // Huobi opened in September 2013.
  startMs: Date.UTC(2013, 8, 1),
  // Every window is walked from the newest row: dividing it would walk the same rows again.
  windowMsMax: Number.MAX_SAFE_INTEGER,
  windowMsMin: Number.MAX_SAFE_INTEGER,
  overlapMs: 7 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

export const TRANSFERS: HistorySource = {
  name: 'transfers',
  // The ledger that tells them was opened on March 31, 2020 (htx.com/support/900000458446).
  startMs: Date.UTC(2020, 2, 31),
  windowMsMax: 180 * DAY_MS,
  windowMsMin: DAY_MS,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: true,
};

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  TRANSFERS,
];

/** HTX's profile. */
export const HTX: ExchangeProfile = {
  name: 'htx',
  facts: {
    title: 'HTX',
    certified: true,
    history: 'complete; transfers of the last 180 days',
    pending: 'deposits, withdrawals',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'Read',
    reportsPermissions: true,
    withdrawableAccount: 'spot account: `trade` without deposits that are not safe yet',
    withdrawableSource: 'https://huobiapi.github.io/docs/spot/v1/en/#create-a-withdraw-request',
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Each of these endpoints takes at least 20 requests in two seconds ("Rate Limit" of each): what
  // is saved up and what is refilled in that time together stay within it.
  budget: { capacity: 4, refillPerSecond: 8 },
  costs: {},
  numbersRequests: false,
};
