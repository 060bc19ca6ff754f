/**
 * Gate, API v4 (gate.com/docs/developers/apiv4, Wallet and Spot). Facts about its history: deposits and
 * withdrawals are listed in windows of at most 30 days, in whole seconds, at most 500 rows a page; the
 * account book, which contains transfers and rewards, has 1000 rows a page.
 */
import { DAY_MS, SECOND_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.gateio.ws/api/v4/account/main_keys',
  'GET api.gateio.ws/api/v4/spot/time',
  'GET api.gateio.ws/api/v4/spot/currencies',
  'GET api.gateio.ws/api/v4/spot/account_book',
  'GET api.gateio.ws/api/v4/spot/accounts',
  'GET api.gateio.ws/api/v4/wallet/deposits',
  'GET api.gateio.ws/api/v4/wallet/withdrawals',
  'GET api.gateio.ws/api/v4/wallet/withdraw_status',
];

const COMMON_SOURCE = {
  ...SOURCE_DEFAULTS,
  // Gate opened in 2013.
  startMs: Date.UTC(2013, 0, 1),
  // At most 30 days after both bounds are widened to whole seconds.
  windowMsMax: 30 * DAY_MS - 3 * SECOND_MS,
  windowMsMin: SECOND_MS,
} as const;

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  { name: 'account-book', ...COMMON_SOURCE, optional: true },
];

/** Gate's profile. */
export const GATE: ExchangeProfile = {
  name: 'gate',
  facts: {
    title: 'Gate',
    certified: true,
    history: 'complete',
    pending: 'deposits, withdrawals',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'Read-only, wallet and spot',
    reportsPermissions: true,
    withdrawableAccount: 'spot account: `available`',
    withdrawableSource: null,
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Limit per endpoint and user: 200 requests per ten seconds (gate.com/docs/developers/apiv4, Frequency
  // limit rule).
  budget: { capacity: 10, refillPerSecond: 10 },
  // The same for a public endpoint and an address.
  publicBudget: { capacity: 20, refillPerSecond: 18 },
  // gate.com/docs/developers/apiv4, Label list.
  errorCodes: {
    '"IP_FORBIDDEN"': 'exchange_permission_denied', // "Request IP not in whitelist"
  },
};
