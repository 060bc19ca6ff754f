/**
 * How to create a read-only key at Kraken. Sources: docs.kraken.com/exchange/guides/rest/api-keys (the page,
 * and that `Query Funds` is needed for balances and `Query Ledger Entries` for the history);
 * support.kraken.com/articles/360000919966 (what to click). Not verified: the names of the groups of
 * permissions, and of the settings for an expiration and for IP addresses.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://www.kraken.com/u/security/api',
  steps: [
    'Sign in at kraken.com. Open Settings from the menu of your name, then API.',
    'Choose Create API key, and enter a name.',
    'Under Funds tick Query, and under Data tick Query ledger entries. Tick nothing else.',
    'Leave the key without an expiration, a query start and a query end.',
    'Choose Generate key, then copy the API key and the private key. The private key is shown only once.',
  ],
  needs: ['Funds: Query', 'Data: Query ledger entries'],
  forbids: ['Funds: Withdraw', 'Orders and trades: Create & modify orders, Cancel & close orders'],
  addresses: 'Optional. Without an IP whitelist, the key works from every address.',
  expiry: 'Only if you set an expiration for the key.',
  notes: [],
  fields: {
    apiKey: { label: 'API key' },
    secret: { label: 'Private key', hint: 'A long text that ends in ==, shown only once.' },
  },
};
