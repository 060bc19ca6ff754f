/**
 * Crypto.com Exchange, v1 (exchange-docs.crypto.com). Facts about its history: deposits and withdrawals are
 * listed in windows of at most 90 days, 200 rows a page, pages counted from 0. Transfers of fiat are separate
 * lists. All of them are only served to the master account. The ledger contains the last six months. Requests
 * carry the current time as their nonce, which may be wrong by at most 60 seconds, and numbers as text.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.crypto.com/exchange/v1/public/get-tickers',
  'POST api.crypto.com/exchange/v1/private/get-deposit-history',
  'POST api.crypto.com/exchange/v1/private/get-withdrawal-history',
  'POST api.crypto.com/exchange/v1/private/fiat/fiat-deposit-history',
  'POST api.crypto.com/exchange/v1/private/fiat/fiat-withdraw-history',
  'POST api.crypto.com/exchange/v1/private/get-transactions',
  'POST api.crypto.com/exchange/v1/private/staking/get-reward-history',
  'POST api.crypto.com/exchange/v1/private/user-balance',
  'POST api.crypto.com/exchange/v1/private/get-currency-networks',
];

export const CRYPTO_SOURCE = {
  ...SOURCE_DEFAULTS,
  // The exchange opened in November 2019.
  startMs: Date.UTC(2019, 10, 1),
  // Less than 90 days, including the millisecond before each window, which is also requested.
  windowMsMax: 90 * DAY_MS - 1000,
} as const;

/** Optional, because not every account has a fiat wallet or staked assets. */
const EXTRA_SOURCE = { ...CRYPTO_SOURCE, optional: true } as const;

const LEDGER_SOURCE = {
  ...CRYPTO_SOURCE,
  windowMsMax: 30 * DAY_MS,
  intervalMs: DAY_MS / 24,
  optional: true,
} as const;

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...CRYPTO_SOURCE },
  { name: 'withdrawals', ...CRYPTO_SOURCE },
  { name: 'fiat-deposits', ...EXTRA_SOURCE },
  { name: 'fiat-withdrawals', ...EXTRA_SOURCE },
  { name: 'ledger', ...LEDGER_SOURCE },
  { name: 'staking-rewards', ...EXTRA_SOURCE },
];

/** Crypto.com's profile. */
export const CRYPTOCOM: ExchangeProfile = {
  name: 'cryptocom',
  facts: {
    title: 'Crypto.com',
    certified: true,
    history: 'complete; transfers and other bookings of the last six months',
    pending: 'deposits, withdrawals, fiat transfers',
    networks: 'withdrawal minimum',
    addressPatterns: 'table',
    readOnlyKey: 'Can Read, of the master account',
    reportsPermissions: false,
    withdrawableAccount: 'the account: `max_withdrawal_balance`',
    withdrawableSource:
      'https://exchange-docs.crypto.com/exchange/v1/rest-ws/index.html#private-user-balance',
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Limit per method and key: 3 requests per 100 ms (exchange-docs.crypto.com, Rate Limits). The capacity
  // plus the refill of 100 ms does not exceed it.
  budget: { capacity: 2, refillPerSecond: 10 },
  // The exchange refuses repeated requests (40006), so no two requests of a key may have the same nonce.
  // exchange-docs.crypto.com, Response and Reason Codes. An internal error has the HTTP status 400.
  errorCodes: {
    // 40103. Some documents write codes as numbers and some as text, so the messages are recognised.
    IP_ILLEGAL: 'exchange_permission_denied',
    'IP address not whitelisted': 'exchange_permission_denied',
    ACCOUNT_IS_SUSPENDED: 'exchange_key_refused',
    ERR_INTERNAL: 'exchange_unavailable',
  },
  numbersRequests: true,
};
