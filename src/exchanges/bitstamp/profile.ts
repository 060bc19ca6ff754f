/**
 * Bitstamp, v2 (bitstamp.net/api). Facts of its history: only `user_transactions` tells all of it,
 * trades among it, 1000 rows a page; times narrow it for the last 30 days alone, an offset reaches
 * 200,000 rows, and `since_id` those behind them. `withdrawal-requests` and
 * `crypto-transactions` are walked by offset; the latter is served to the keys of a main account only.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { HistorySource } from '../exchange.ts';
import type { ExchangeProfile } from '../profile.ts';
import type { ReadEndpoint } from '../client/read-only.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET www.bitstamp.net/api/v2/currencies/',
  'GET www.bitstamp.net/api/v2/eur_usd/',
  'POST www.bitstamp.net/api/v2/account_balances/',
  'POST www.bitstamp.net/api/v2/crypto-transactions/',
  'POST www.bitstamp.net/api/v2/user_transactions/',
  'POST www.bitstamp.net/api/v2/withdrawal-requests/',
];

/** One source, because only the three lists together tell a row. */
export const TRANSACTIONS: HistorySource = {
  name: 'transactions',
  // Bitstamp opened in August 2011.
  startMs: Date.UTC(2011, 7, 1),
  // What is older than times reach is told by one walk: dividing it would walk the same rows again.
  windowMsMax: Number.MAX_SAFE_INTEGER,
  windowMsMin: Number.MAX_SAFE_INTEGER,
  overlapMs: 7 * DAY_MS,
  order: 'newest-first',
  optional: false,
};

/** Bitstamp's profile. */
export const BITSTAMP: ExchangeProfile = {
  name: 'bitstamp',
  facts: {
    title: 'Bitstamp',
    certified: true,
    history: 'complete; txid and address of deposits for main accounts alone',
    pending: 'withdrawals',
    networks: 'withdrawal minimum',
    addressPatterns: 'table',
    readOnlyKey: 'Account balance, User transactions, Withdrawal requests',
    reportsPermissions: false,
    withdrawableAccount: 'the account: `available`',
    withdrawableSource: null,
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: [TRANSACTIONS],
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'address',
  // 400 requests a second, 10,000 in ten minutes (bitstamp.net/api, Request limits).
  budget: { capacity: 200, refillPerSecond: 13 },
  costs: {},
  numbersRequests: false,
};
