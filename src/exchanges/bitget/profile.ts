/**
 * Bitget, v2 (bitget.com/api-doc/spot). Facts of its history: deposits and withdrawals are told in
 * windows of at most 90 days, newest first, 100 rows a page, and `idLessThan` asks for the page
 * behind an order. Bills, which tell of transfers and rewards, are 500 a page. A key has a passphrase.
 * A unified account has endpoints of its own (v3), which are not asked.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { HistorySource } from '../exchange.ts';
import type { ExchangeProfile } from '../profile.ts';
import type { ReadEndpoint } from '../client/read-only.ts';

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
  // Bitget opened in 2018.
  startMs: Date.UTC(2018, 0, 1),
  // At most 90 days, also with the millisecond that is asked for before each window.
  windowMsMax: 90 * DAY_MS - 1,
  windowMsMin: 1,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  // How far back bills are kept is not documented: shorter windows lose less where one is refused.
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
  // Requests a second: a user's endpoint takes 10 (account/info one), the list of coins 3 of an
  // address ("Frequency limit" of each endpoint).
  budget: { capacity: 8, refillPerSecond: 8 },
  costs: { [ACCOUNT]: 8, [COINS]: 4 },
  numbersRequests: false,
};
