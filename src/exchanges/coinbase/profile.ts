/**
 * Coinbase, v2 (docs.cdp.coinbase.com/coinbase-app) and balances of v3. Facts about its history: it is listed
 * by account, newest first, 100 rows a page, without a filter by time. `updated_at` of an account does not
 * change with its rows (rotki, pull request 11155), so a refresh requests the newest page of every account:
 * with 300 accounts, about 305 of the 10,000 requests per hour.
 */
import type { CredentialForm } from '../client/credential-forms.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import type { HistorySource } from '../exchange.ts';
import { type ExchangeProfile, UNFILTERED_SOURCE_DEFAULTS } from '../profile.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.coinbase.com/api/v3/brokerage/time',
  'GET api.coinbase.com/api/v3/brokerage/accounts',
  'GET api.coinbase.com/api/v3/brokerage/key_permissions',
  'GET api.coinbase.com/v2/accounts',
  'GET api.coinbase.com/v2/accounts/*/transactions',
];

export const TRANSACTIONS: HistorySource = {
  ...UNFILTERED_SOURCE_DEFAULTS,
  name: 'transactions',
  // Coinbase opened in June 2012.
  startMs: Date.UTC(2012, 5, 1),
};

/** An Ed25519 key: 64 bytes in base64. A private key as PEM is valid too. */
const ED25519_FORM: CredentialForm = {
  pattern: /^[A-Za-z0-9+/]{86}==$/,
  problem:
    'is neither a private key (-----BEGIN EC PRIVATE KEY-----) nor an Ed25519 key of 88 characters: ' +
    'create a key at the Coinbase Developer Platform; Coinbase no longer accepts its older API keys',
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
  credentialForms: { secret: ED25519_FORM },
  sources: [TRANSACTIONS],
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Requests per second, below the limit of 10,000 per hour (docs.cdp.coinbase.com/coinbase-app, Rate
  // Limiting).
  budget: { capacity: 100, refillPerSecond: 2.7 },
  // 10 requests per second for an address (Advanced Trade REST API Rate Limits).
  publicBudget: { capacity: 4, refillPerSecond: 6 },
};
