/**
 * How to create a read-only key at Bybit. Sources: bybit-exchange.github.io/docs/v5/user/modify-master-apikey
 * (rights; a key without an IP address is valid for 90 days, and for 7 days after a change of the password);
 * holdix.app/learn/bybitApiKeys and aotrading.io (what to click; balances need the right of the unified
 * account, histories that of assets); bybit-exchange.github.io/docs/v5/asset/withdraw-record (a sub-account cannot
 * list withdrawals). Not verified: the names of the rights in the form for a classic account.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://www.bybit.com/app/user/api-management',
  steps: [
    'Sign in at bybit.com. Open the menu of your profile, then API.',
    'Choose Create New Key, then System-generated API Keys, then API Transactions. Enter a name.',
    'Select Read-Only.',
    'Tick Unified Trading (or Spot), and Assets with Wallet.',
    'Confirm with a code, then copy the API key and the API secret. The secret is shown only once.',
  ],
  needs: ['Read-Only', 'Unified Trading or Spot', 'Assets: Wallet'],
  forbids: ['Read-Write', 'Withdrawal', 'Account Transfer and Subaccount Transfer'],
  addresses:
    'Optional. Without addresses, the key works from every address, and stops after 90 days.',
  expiry:
    'A key without IP addresses stops working after 90 days, and 7 days after you change your password.',
  notes: ['The key has to belong to the main account, not to a sub-account.'],
  fields: {
    apiKey: { label: 'API key' },
    secret: { label: 'API secret', hint: 'Shown only once, when the key is created.' },
  },
};
