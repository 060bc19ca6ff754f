/**
 * Kraken. Facts about its history (docs.kraken.com): only `Ledgers` contains it in full, 50 entries a page in
 * an unordered map, with `count`. `DepositStatus` and `WithdrawStatus` contain recent rows, including pending
 * ones, in pages with a cursor. `WithdrawMethods` needs the permission to withdraw; for a key without it, the
 * networks of its recent withdrawals are reported.
 */
import { DAY_MS } from '../../domain/duration.ts';
import { BASE64_FORM } from '../client/credential-forms.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import type { ExchangeProfile } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.kraken.com/0/public/Time',
  'GET api.kraken.com/0/public/Assets',
  'POST api.kraken.com/0/private/BalanceEx',
  'POST api.kraken.com/0/private/GetApiKeyInfo',
  'POST api.kraken.com/0/private/Ledgers',
  'POST api.kraken.com/0/private/DepositStatus',
  'POST api.kraken.com/0/private/WithdrawStatus',
  'POST api.kraken.com/0/private/WithdrawMethods',
];

/**
 * One source, because a row is only complete with all three lists. It is read oldest first, because an entry
 * that reverses a withdrawal comes after the entry that booked it, and has to replace it.
 */
export const FUNDING: HistorySource = {
  name: 'ledgers',
  // Kraken opened in September 2013.
  startMs: Date.UTC(2013, 8, 1),
  windowMsMax: Number.MAX_SAFE_INTEGER,
  // Start and end of a window are whole seconds.
  windowMsMin: 1000,
  overlapMs: 7 * DAY_MS,
  order: 'oldest-first',
  optional: false,
};

/** Kraken's profile. */
export const KRAKEN: ExchangeProfile = {
  name: 'kraken',
  facts: {
    title: 'Kraken',
    certified: true,
    history: 'complete; txid and address as far as the status lists reach',
    pending: 'deposits, withdrawals',
    networks: 'with minimum; to a key that cannot withdraw, those used in the last 30 days',
    addressPatterns: 'table',
    readOnlyKey: 'Query funds, query ledger entries',
    reportsPermissions: true,
    withdrawableAccount: 'the account: `balance` without `hold_trade`',
    withdrawableSource: null,
  },
  requiredCredentials: ['apiKey', 'secret'],
  credentialForms: { secret: BASE64_FORM },
  sources: [FUNDING],
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // The call counter of a key (docs.kraken.com, Spot REST rate limits): the lowest tier has 15, and the
  // counter falls by 0.33 per second. Ledger calls cost 2.
  budget: { capacity: 15, refillPerSecond: 0.33 },
  // One per second remains within the limit of an address (support.kraken.com, article 206548367). A refresh sends two.
  publicBudget: { capacity: 2, refillPerSecond: 1 },
  costs: { privatePostLedgers: 2 },
  // docs.kraken.com, Errors; "Invalid signature": the secret does not match the key.
  errorCodes: {
    'EAPI:Invalid signature': 'exchange_key_refused',
    'EAccount:Invalid permissions': 'exchange_permission_denied',
    'EAuth:Account temporary disabled': 'exchange_key_refused',
    'EAuth:Account unconfirmed': 'exchange_key_refused',
    'EAuth:Too many requests': 'exchange_rate_limited',
    'EDatabase: Internal error': 'exchange_unavailable', // an older spelling
    'EGeneral:Internal error': 'exchange_unavailable', // also followed by a code
    'EService:Deadline elapsed': 'exchange_unavailable', // "The request timed out"
    // "Too many concurrent requests", followed by a time (Spot REST rate limits). Other errors have no space.
    'EService: Throttled': 'exchange_rate_limited',
    'EService:Throttled': 'exchange_rate_limited',
  },
  numbersRequests: true,
};
