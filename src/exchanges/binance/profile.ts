/**
 * Binance. Facts about its history (developers.binance.com, Wallet and Fiat endpoints): deposits and
 * withdrawals are listed in windows of less than 90 days, at most 1,000 rows; fiat orders have an endpoint of
 * their own with pages of 500; ccxt's `fetchWithdrawals` omits the end of a window, so wallet-teller calls
 * the endpoints directly. Distributions (interest, airdrops) are listed in windows of at most 180 days,
 * transfers between a user's accounts for the last six months.
 *
 * Not read: transfers between accounts and sub-accounts. Only the key of a sub-account may request them, and
 * Binance would refuse every other key at each synchronisation. Payments of Binance Pay, and subscriptions and
 * redemptions of Earn, which may use the spot account, are in lists of their own (`sapi/v1/pay/transactions`,
 * `sapi/v1/simple-earn`).
 */
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.binance.com/api/v3/time',
  'GET api.binance.com/api/v3/account',
  'GET api.binance.com/sapi/v1/capital/deposit/hisrec',
  'GET api.binance.com/sapi/v1/capital/withdraw/history',
  'GET api.binance.com/sapi/v1/capital/config/getall',
  'GET api.binance.com/sapi/v1/fiat/orders',
  'GET api.binance.com/sapi/v1/asset/assetDividend',
  'GET api.binance.com/sapi/v1/asset/transfer',
  'GET api.binance.com/sapi/v1/account/apiRestrictions',
];

const CRYPTO_SOURCE = {
  ...SOURCE_DEFAULTS,
  // The exchange opened in July 2017.
  startMs: Date.UTC(2017, 6, 1),
  // Binance refuses a window of exactly 90 days if the clocks differ.
  windowMsMax: 90 * DAY_MS - 1000,
} as const;

/**
 * A request of fiat orders has half the weight of a minute's budget. So all orders are one window, if the
 * exchange accepts it, and are read once an hour: the user's own calls need the budget too.
 */
const FIAT_SOURCE = {
  ...CRYPTO_SOURCE,
  windowMsMax: Number.MAX_SAFE_INTEGER,
  windowMsMin: DAY_MS,
  intervalMs: HOUR_MS,
  optional: true,
} as const;

/**
 * Transfers. A window needs fourteen requests. The maximum window is not documented. The start of the source
 * moves.
 */
export const TRANSFERS_SOURCE: HistorySource = {
  ...CRYPTO_SOURCE,
  name: 'transfers',
  windowMsMax: 30 * DAY_MS,
  intervalMs: HOUR_MS,
  optional: true,
};

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...CRYPTO_SOURCE },
  { name: 'withdrawals', ...CRYPTO_SOURCE },
  { name: 'fiat-deposits', ...FIAT_SOURCE },
  { name: 'fiat-withdrawals', ...FIAT_SOURCE },
  { name: 'rewards', ...CRYPTO_SOURCE, windowMsMax: 180 * DAY_MS - 1000, optional: true },
  TRANSFERS_SOURCE,
];

/** Binance's profile. */
export const BINANCE: ExchangeProfile = {
  name: 'binance',
  facts: {
    title: 'Binance',
    certified: true,
    history:
      'complete, but payments of Binance Pay and moves to and from Earn are not read; transfers of the last six months',
    pending: 'deposits, withdrawals, fiat orders',
    networks: 'with limits',
    addressPatterns: 'exchange, else table',
    readOnlyKey: 'Enable Reading',
    reportsPermissions: true,
    withdrawableAccount: 'spot account: `free` without deposits that cannot be withdrawn yet',
    withdrawableSource: 'https://developers.binance.com/docs/wallet/capital/withdraw',
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'address',
  // Requests a second, far below the limits of an address (12,000 weight a minute); withdrawal
  // history allows 10 a second (developers.binance.com, Withdraw History).
  budget: { capacity: 20, refillPerSecond: 20 },
  costs: { sapiGetCapitalWithdrawHistory: 2 },
  // "Invalid Api-Key ID" (developers.binance.com, Error codes).
  errorCodes: { '"code":-2008': 'exchange_key_refused' },
};
