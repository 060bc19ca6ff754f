/**
 * Bitstamp, v2 (bitstamp.net/api). Facts about its history: only `user_transactions` has all of it, with
 * trades, 1000 rows a page. It can only be filtered by time for the last 30 days. The maximum offset is
 * 200,000, and `since_id` returns the rows after that. `withdrawal-requests` and `crypto-transactions` are
 * read by offset; the former takes an age of at most 50,000,000 seconds, the latter is only served to keys of
 * a main account.
 */
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, UNFILTERED_SOURCE_DEFAULTS } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET www.bitstamp.net/api/v2/currencies/',
  'GET www.bitstamp.net/api/v2/eur_usd/',
  'POST www.bitstamp.net/api/v2/account_balances/',
  'POST www.bitstamp.net/api/v2/crypto-transactions/',
  'POST www.bitstamp.net/api/v2/user_transactions/',
  'POST www.bitstamp.net/api/v2/withdrawal-requests/',
];

/** One source, because a row is only complete with all three lists. */
export const TRANSACTIONS: HistorySource = {
  ...UNFILTERED_SOURCE_DEFAULTS,
  name: 'transactions',
  // Bitstamp opened in August 2011.
  startMs: Date.UTC(2011, 7, 1),
};

/** Bitstamp's profile. */
export const BITSTAMP: ExchangeProfile = {
  name: 'bitstamp',
  facts: {
    title: 'Bitstamp',
    certified: true,
    history: 'complete; txid and address of deposits only for main accounts',
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
  // Limits: 400 requests per second, 10,000 per ten minutes (bitstamp.net/api, Request limits).
  budget: { capacity: 200, refillPerSecond: 13 },
  // bitstamp.net/api, Authentication and Response codes.
  errorCodes: {
    '"API0017"': 'exchange_clock', // "X-Auth-Timestamp header is out of boundaries"
    '"400.002"': 'exchange_rate_limited', // "Request rejected due to exceeded rate limit"
    '"400.067"': 'exchange_rate_limited',
  },
};
