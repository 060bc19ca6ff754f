/**
 * Coinbase, v2 (docs.cdp.coinbase.com/coinbase-app) and balances of v3. Facts of its history: it is
 * told by account, newest first, 100 rows a page, and no filter of time is offered. `updated_at` of
 * an account does not tell whether it has new rows (rotki, pull request 11155), so a refresh asks
 * every account for its newest page: 300 accounts cost about 305 requests of 10,000 an hour.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { HistorySource } from '../exchange.ts';
import type { ExchangeProfile } from '../profile.ts';
import type { ReadEndpoint } from '../client/read-only.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.coinbase.com/api/v3/brokerage/time',
  'GET api.coinbase.com/api/v3/brokerage/accounts',
  'GET api.coinbase.com/api/v3/brokerage/key_permissions',
  'GET api.coinbase.com/v2/accounts',
  'GET api.coinbase.com/v2/accounts/*/transactions',
];

export const TRANSACTIONS: HistorySource = {
  name: 'transactions',
  // Coinbase opened in June 2012.
  startMs: Date.UTC(2012, 5, 1),
  // Every window is walked from the newest row: dividing it would walk the same rows again.
  windowMsMax: Number.MAX_SAFE_INTEGER,
  windowMsMin: Number.MAX_SAFE_INTEGER,
  overlapMs: 7 * DAY_MS,
  order: 'newest-first',
  optional: false,
};

/** Coinbase's profile. */
export const COINBASE: ExchangeProfile = {
  name: 'coinbase',
  facts: {
    title: 'Coinbase',
    certified: true,
    history: 'complete',
    pending: 'all',
    networks: 'not reported',
    addressPatterns: 'none',
    readOnlyKey: 'View',
    reportsPermissions: true,
    withdrawableAccount: 'every crypto and fiat account: `available_balance`',
    withdrawableSource: null,
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: [TRANSACTIONS],
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Requests a second: 10,000 an hour (docs.cdp.coinbase.com/coinbase-app, Rate Limiting).
  budget: { capacity: 100, refillPerSecond: 2.7 },
  costs: {},
  numbersRequests: false,
};
