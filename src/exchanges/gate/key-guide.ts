/**
 * How to create a read-only key at Gate. Sources: Gate's help, How to utilize API (help/guide/faq/17521: what
 * to click; a key without an IP address is valid for 90 days; fund password and second factor);
 * support.cointracker.io, How to create APIv4 keys (all rights, each read-only). Not verified: the current
 * names of all rights.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://www.gate.com/myaccount/api_key_manage',
  steps: [
    'Sign in at gate.com. Open the menu of your profile, then API Management.',
    'Choose Create API Key, enter a remark, and select API v4 Key and the classic account.',
    'Tick Spot and Wallet, and set each of them to Read Only.',
    'Choose Submit, and confirm with your fund password and a code.',
    'Copy the API key and the secret: the secret is shown only once.',
  ],
  needs: ['Spot: Read Only', 'Wallet: Read Only'],
  forbids: ['Read and Write, for any right', 'Withdraw'],
  addresses:
    'Optional. Without addresses, the key works from every address, and stops after 90 days.',
  expiry: 'A key without IP addresses stops working after 90 days.',
  notes: ['The key has to belong to the main account, not to a sub-account.'],
  fields: {
    apiKey: { label: 'API key' },
    secret: { label: 'API secret', hint: 'Shown only once, when the key is created.' },
  },
};
