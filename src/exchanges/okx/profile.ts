/**
 * OKX, v5 (www.okx.com/docs-v5, Funding account). Facts of its history: `after` and `before` request the
 * rows strictly earlier and strictly later than a time, newest first, 100 at most; the time of a row is that
 * of its creation and does not change. What else moves the funding account (transfers, rewards, fees) is in
 * its bills. A key has a passphrase.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS } from '../profile.ts';

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

const COMMON_SOURCE = {
  ...SOURCE_DEFAULTS,
  // OKX opened in 2017.
  startMs: Date.UTC(2017, 0, 1),
  // No longest window is documented; a year stores what was read in steps.
  windowMsMax: 365 * DAY_MS,
} as const;

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  // According to the documentation, bills begin on this day and arrive half a minute late.
  { name: 'bills', ...COMMON_SOURCE, startMs: Date.UTC(2021, 1, 1), optional: true },
];

export const FUNDING_BILLS = 'privateGetAssetBillsHistory';
export const TRADING_BILLS = 'privateGetAccountBillsArchive';
export const CONFIG = 'privateGetAccountConfig';

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
    reportsPermissions: true,
    withdrawableAccount:
      'funding account: `availBal` without deposits that cannot be withdrawn yet',
    withdrawableSource: 'https://www.okx.com/docs-v5/en/#funding-account-rest-api-withdrawal',
  },
  requiredCredentials: ['apiKey', 'secret', 'password'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Each of these endpoints allows 6 requests a second of a user (www.okx.com/docs-v5, Rate Limit),
  // bills of the funding account 1, of the trading account and the configuration 5 in two: the
  // capacity and the refill of a second together stay below that.
  budget: { capacity: 2, refillPerSecond: 4 },
  costs: { [CONFIG]: 2, [FUNDING_BILLS]: 4, [TRADING_BILLS]: 2 },
  numbersRequests: false,
};
