/**
 * Bitvavo, v2 (docs.bitvavo.com). Facts about its history: `start` and `end` are times in milliseconds, and a
 * response has the newest 1000 rows between them. There is no cursor, and no row has an identifier. Responses
 * are lists without an envelope. Rewards and transfers are in the account's history, 100 a page, pages
 * numbered from one.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.bitvavo.com/v2/time',
  'GET api.bitvavo.com/v2/assets',
  'GET api.bitvavo.com/v2/account/history',
  'GET api.bitvavo.com/v2/balance',
  'GET api.bitvavo.com/v2/depositHistory',
  'GET api.bitvavo.com/v2/withdrawalHistory',
];

const COMMON_SOURCE = {
  ...SOURCE_DEFAULTS,
  // Bitvavo opened in 2018.
  startMs: Date.UTC(2018, 0, 1),
  // The maximum window is not documented. With a year, rows are stored in steps.
  windowMsMax: 365 * DAY_MS,
} as const;

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  { name: 'history', ...COMMON_SOURCE, optional: true },
];

export const BALANCE = 'privateGetBalance';
export const DEPOSITS = 'privateGetDepositHistory';
export const WITHDRAWALS = 'privateGetWithdrawalHistory';

/** Bitvavo's profile. */
export const BITVAVO: ExchangeProfile = {
  name: 'bitvavo',
  facts: {
    title: 'Bitvavo',
    certified: true,
    history: 'complete',
    pending: 'deposits, withdrawals',
    networks: 'withdrawal minimum',
    addressPatterns: 'table',
    readOnlyKey: 'View account data',
    reportsPermissions: false,
    withdrawableAccount: 'the account: `available`',
    withdrawableSource: null,
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Weight points: a key may use 1000 per minute, and is banned above that (docs.bitvavo.com, Rate limits).
  budget: { capacity: 100, refillPerSecond: 15 },
  // The same for all requests of an address without a key.
  publicBudget: { capacity: 100, refillPerSecond: 15 },
  costs: { [BALANCE]: 5, [DEPOSITS]: 5, [WITHDRAWALS]: 5 },
  // "Timestamp is invalid" and "Request was not received within acceptable window" (docs.bitvavo.com, Errors).
  errorCodes: { '"errorCode":302,': 'exchange_clock', '"errorCode":304,': 'exchange_clock' },
};
