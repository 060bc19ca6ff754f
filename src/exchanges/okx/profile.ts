/**
 * OKX, v5 (www.okx.com/docs-v5, Funding account). Facts about its history: `after` and `before` request the
 * rows strictly earlier and strictly later than a time, newest first, at most 100. The time of a row is its
 * creation and does not change. Bank transfers are listed as fiat orders, whose `after` and `before` are the
 * begin and the end of a window, both inclusive. The bills of the funding account contain all other movements
 * (transfers, rewards, fees). A key has a passphrase.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET www.okx.com/api/v5/public/time',
  'GET www.okx.com/api/v5/asset/deposit-history',
  'GET www.okx.com/api/v5/asset/withdrawal-history',
  'GET www.okx.com/api/v5/fiat/deposit-order-history',
  'GET www.okx.com/api/v5/fiat/withdrawal-order-history',
  'GET www.okx.com/api/v5/asset/bills-history',
  'GET www.okx.com/api/v5/asset/balances',
  'GET www.okx.com/api/v5/asset/currencies',
  'GET www.okx.com/api/v5/account/config',
];

const COMMON_SOURCE = {
  ...SOURCE_DEFAULTS,
  // OKX opened in 2017.
  startMs: Date.UTC(2017, 0, 1),
  // The maximum window is not documented. With a year, rows are stored in steps.
  windowMsMax: 365 * DAY_MS,
} as const;

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  // OKX may not serve fiat orders to each key and region.
  { name: 'fiat-deposits', ...COMMON_SOURCE, optional: true },
  { name: 'fiat-withdrawals', ...COMMON_SOURCE, optional: true },
  // According to the documentation, bills begin on this day and arrive half a minute late.
  { name: 'bills', ...COMMON_SOURCE, startMs: Date.UTC(2021, 1, 1), optional: true },
];

export const BILLS = 'privateGetAssetBillsHistory';
export const FIAT_DEPOSITS = 'privateGetFiatDepositOrderHistory';
export const FIAT_WITHDRAWALS = 'privateGetFiatWithdrawalOrderHistory';
export const CONFIG = 'privateGetAccountConfig';

/** OKX's profile. */
export const OKX: ExchangeProfile = {
  name: 'okx',
  facts: {
    title: 'OKX',
    certified: true,
    history: 'complete; transfers, rewards and the like since February 2021',
    pending: 'deposits, withdrawals, fiat orders',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'Read',
    reportsPermissions: true,
    withdrawableAccount:
      'funding account: `availBal` without deposits that cannot be withdrawn yet',
    withdrawableSource: 'https://www.okx.com/docs-v5/en/#funding-account-rest-api-withdrawal',
  },
  requiredCredentials: ['apiKey', 'secret', 'password'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Limits per user: 6 requests per second for these endpoints (www.okx.com/docs-v5, Rate Limit), 1 for bills,
  // 3 for fiat orders, 5 per two seconds for the configuration. The capacity plus the refill of a second does
  // not exceed 6.
  budget: { capacity: 2, refillPerSecond: 4 },
  // The time: 10 requests per two seconds for an address.
  publicBudget: { capacity: 2, refillPerSecond: 4 },
  costs: { [CONFIG]: 2, [BILLS]: 4, [FIAT_DEPOSITS]: 2, [FIAT_WITHDRAWALS]: 2 },
  // okx.com/docs-v5, Error Code.
  errorCodes: {
    '"50009"': 'exchange_unavailable', // "Account is frozen due to stop-out"
    '"50019"': 'exchange_unavailable', // the account is frozen until auto-deleveraging ends
    '"50022"': 'exchange_unavailable', // the account is frozen until its liquidation ends
    '"50030"': 'exchange_permission_denied', // "You don't have permission to use this API endpoint"
    '"50040"': 'exchange_rate_limited', // "Too frequent operations, please try again later"
    '"50046"': 'exchange_unavailable', // "This feature is temporarily unavailable"
    '"50100"': 'exchange_key_refused', // "API frozen"
    '"50119"': 'exchange_key_refused', // "API key doesn't exist"
    '"50120"': 'exchange_permission_denied', // "This API key doesn't have permission to use this function"
    '"50121"': 'exchange_permission_denied', // "You can't access our services through the IP address"
    '"58007"': 'exchange_unavailable', // "Abnormal Assets interface. Please try again later"
  },
};
