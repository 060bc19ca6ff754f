/**
 * Bybit, v5 (bybit-exchange.github.io/docs/v5). Facts about its history: every list is requested in windows
 * with bounds in whole seconds (less than 30 days, transfers and the funding account's history 7), 50 rows a page;
 * deposits on a chain, deposits from other customers, withdrawals, transfers and the history of the funding account
 * are separate lists. The history contains all of the others too.
 */
import { DAY_MS, SECOND_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.bybit.com/v5/market/time',
  'GET api.bybit.com/v5/asset/deposit/query-record',
  'GET api.bybit.com/v5/asset/deposit/query-internal-record',
  'GET api.bybit.com/v5/asset/withdraw/query-record',
  'GET api.bybit.com/v5/asset/transfer/query-inter-transfer-list',
  'GET api.bybit.com/v5/asset/transfer/query-account-coins-balance',
  'GET api.bybit.com/v5/asset/withdraw/withdrawable-amount',
  'GET api.bybit.com/v5/asset/fundinghistory',
  'GET api.bybit.com/v5/asset/coin/query-info',
  'GET api.bybit.com/v5/user/query-api',
];

const COMMON_SOURCE = {
  ...SOURCE_DEFAULTS,
  // Bybit opened in March 2018.
  startMs: Date.UTC(2018, 2, 1),
  // Less than 30 days after both bounds are widened to whole seconds.
  windowMsMax: 30 * DAY_MS - 3 * SECOND_MS,
  windowMsMin: SECOND_MS,
  // The only time of a deposit changes with its status: a re-read of this length finds the row again.
  overlapMs: 7 * DAY_MS,
} as const;

const WEEKLY_SOURCE = {
  ...COMMON_SOURCE,
  // Before spot trading opened in July 2021, there was only one account.
  startMs: Date.UTC(2021, 6, 1),
  windowMsMax: 7 * DAY_MS - 3 * SECOND_MS,
  overlapMs: 3 * DAY_MS,
  optional: true,
} as const;

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'internal-deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  { name: 'transfers', ...WEEKLY_SOURCE },
  { name: 'funding-history', ...WEEKLY_SOURCE },
];

export const DEPOSITS = 'privateGetV5AssetDepositQueryRecord';
export const TRANSFERS = 'privateGetV5AssetTransferQueryInterTransferList';
export const FUNDING = 'privateGetV5AssetTransferQueryAccountCoinsBalance';
export const COINS = 'privateGetV5AssetCoinQueryInfo';

/** Bybit's profile. */
export const BYBIT: ExchangeProfile = {
  name: 'bybit',
  facts: {
    title: 'Bybit',
    certified: true,
    history: 'complete',
    pending: 'deposits, withdrawals',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'Read-only, assets and wallet, of the main account',
    reportsPermissions: true,
    withdrawableAccount: 'funding account: `transferBalance`, at most `withdrawableAmount`',
    withdrawableSource: 'https://bybit-exchange.github.io/docs/v5/asset/balance/delay-amount',
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Limits per user: 100 requests per minute for deposits, 60 per minute for transfers, at least 5 per second for the
  // other endpoints (docs/v5/rate-limit), 2 for coin information and balances (ccxt's weights). The capacity plus
  // the refill of the period, weighted by the costs below, stays within them.
  budget: { capacity: 2, refillPerSecond: 3 },
  costs: { [COINS]: 2, [FUNDING]: 2, [DEPOSITS]: 2, [TRANSFERS]: 3 },
  // Errors of the server that ccxt treats as refusals, and the refusal of a region, which ccxt takes for a wrong key
  // (bybit-exchange.github.io/docs/v5/error).
  errorCodes: {
    '"retCode":5004,': 'exchange_unavailable', // "Server Timeout"
    '"retCode":429,': 'exchange_unavailable', // "a high server load. Please retry"
    '"retCode":10000,': 'exchange_unavailable', // "Server Timeout"
    '"retCode":10009,': 'exchange_permission_denied', // "currently unavailable for your region"
    '"retCode":10016,': 'exchange_unavailable', // "System error. Please try again later."
    '"retCode":131001,': 'exchange_unavailable', // "openapi svc error"
    '"retCode":131003,': 'exchange_unavailable', // "Internal error"
    '"retCode":131200,': 'exchange_unavailable', // "Service error"
    '"retCode":131201,': 'exchange_unavailable', // "Internal error"
    '"retCode":131230,': 'exchange_unavailable', // "The system is busy, please try again later"
    '"retCode":170032,': 'exchange_unavailable', // "Network error. Please try again later"
  },
};
