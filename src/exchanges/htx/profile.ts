/**
 * HTX, formerly Huobi, spot API v1 and v2 (huobiapi.github.io/docs/spot/v1/en). Facts about its history:
 * deposits and withdrawals are listed by identifier without a filter by time, so a refresh requests the
 * newest page, and the history is read backwards from there. Transfers between accounts are listed for 180
 * days. Rewards and rebates are only in `account/history`, which contains 30 days in windows of an hour and
 * is not requested. Sub-accounts can read deposits, but no withdrawals.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, SOURCE_DEFAULTS, UNFILTERED_SOURCE_DEFAULTS } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.huobi.pro/v1/common/timestamp',
  'GET api.huobi.pro/v1/account/accounts',
  'GET api.huobi.pro/v1/account/accounts/*/balance',
  'GET api.huobi.pro/v1/query/deposit-withdraw',
  'GET api.huobi.pro/v2/account/ledger',
  'GET api.huobi.pro/v2/reference/currencies',
  'GET api.huobi.pro/v2/user/uid',
  'GET api.huobi.pro/v2/user/api-key',
];

const RECORDS_SOURCE = {
  ...UNFILTERED_SOURCE_DEFAULTS,
  // Huobi opened in September 2013.
  startMs: Date.UTC(2013, 8, 1),
} as const;

/** The source of transfers. Its start moves. */
export const TRANSFERS: HistorySource = {
  ...SOURCE_DEFAULTS,
  name: 'transfers',
  // The ledger of transfers was opened on March 31, 2020 (htx.com/support/900000458446).
  startMs: Date.UTC(2020, 2, 31),
  windowMsMax: 180 * DAY_MS,
  optional: true,
};

export const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...RECORDS_SOURCE },
  { name: 'withdrawals', ...RECORDS_SOURCE },
  TRANSFERS,
];

/** HTX's profile. */
export const HTX: ExchangeProfile = {
  name: 'htx',
  facts: {
    title: 'HTX',
    certified: true,
    history: 'complete; transfers of the last 180 days',
    pending: 'deposits, withdrawals',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'Read, of the main account',
    reportsPermissions: true,
    withdrawableAccount: 'spot account: `trade` without deposits that are not safe yet',
    withdrawableSource: 'https://huobiapi.github.io/docs/spot/v1/en/#create-a-withdraw-request',
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Limit per endpoint: at least 20 requests per two seconds ("Rate Limit" of each). The capacity plus the
  // refill of two seconds does not exceed it.
  budget: { capacity: 4, refillPerSecond: 8 },
  errorCodes: {
    // github.com/HuobiRDCenter/huobi_Python/issues/110: the text behind the code api-signature-not-valid.
    'Incorrect IP address': 'exchange_permission_denied',
    'api-key-expired': 'exchange_key_refused',
  },
};
