/**
 * How to create a read-only key at Kraken. Sources: support.kraken.com/articles/360000919966 (what to click,
 * what each permission allows, the settings for addresses and expiration). `Query ledger entries` is needed
 * for the history (docs.kraken.com, Get Ledgers Info), `Query` of `Funds` for balances. Not verified: that
 * the button has the same words on kraken.com and on Kraken Pro.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://pro.kraken.com/app/settings/api',
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
