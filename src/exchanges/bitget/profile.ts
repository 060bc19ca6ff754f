/**
 * Bitget, v2 (bitget.com/api-doc/spot). Facts about its history: deposits and withdrawals are listed in
 * windows of at most 90 days, newest first, 100 rows a page, and `idLessThan` requests the page after an
 * order. Bills, which report transfers and rewards, have 500 a page. A key has a passphrase. A unified
 * account has endpoints of its own (v3), which are not requested.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS } from '../profile.ts';

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
  ...SOURCE_DEFAULTS,
  // Bitget opened in 2018.
  startMs: Date.UTC(2018, 0, 1),
  // At most 90 days, including the millisecond before each window, which is also requested.
  windowMsMax: 90 * DAY_MS - 1,
} as const;

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  // Bitget does not document how long it stores bills: if a shorter window is refused, fewer rows are
  // missing.
  { name: 'bills', ...COMMON_SOURCE, windowMsMax: 30 * DAY_MS, optional: true },
];

export const COINS = 'publicSpotGetV2SpotPublicCoins';
export const ACCOUNT = 'privateSpotGetV2SpotAccountInfo';

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
    reportsPermissions: true,
    withdrawableAccount: 'spot account: `available`',
    withdrawableSource: null,
  },
  requiredCredentials: ['apiKey', 'secret', 'password'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Requests per second: a user's endpoint allows 10 (account/info 1), the list of coins 3 per address, the time 20
  // ("Frequency limit" of each endpoint).
  budget: { capacity: 8, refillPerSecond: 8 },
  publicBudget: { capacity: 8, refillPerSecond: 12 },
  costs: { [ACCOUNT]: 8, [COINS]: 6 },
  // bitget.com/api-doc, Error codes. ccxt takes 40010 for a wrong signature.
  errorCodes: {
    '"40010"': 'exchange_unavailable', // "Request timed out"
    '"40015"': 'exchange_unavailable', // "System is abnormal, please try again later"
    '"40026"': 'exchange_key_refused', // "User is disabled"
    '"40036"': 'exchange_key_refused', // the passphrase is wrong
    '"40038"': 'exchange_permission_denied', // the address is not in the list of the key
    '"40725"': 'exchange_unavailable', // "service return an error"
    '"40910"': 'exchange_unavailable', // "Operation timed out"
    '"43059"': 'exchange_unavailable', // "Request failed, please try again"
    '"45001"': 'exchange_unavailable', // "Unknown error"
  },
};
