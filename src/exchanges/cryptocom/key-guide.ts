/**
 * How to create a read-only key at the Crypto.com Exchange. Sources: help.crypto.com/en/articles/3511424 (API
 * FAQ: the secret key is shown only once) and 3511439 (keys need two-factor authentication);
 * support.altrady.com, How to connect your Crypto.com Exchange account (what to click). The Crypto.com App is
 * another product, and has no such keys. Not verified: whether a key that only reads needs an IP whitelist,
 * and whether it expires.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://crypto.com/exchange/user/settings/api-management',
  steps: [
    'Sign in at crypto.com/exchange: the Exchange, not the App. Open Manage Account from the menu of your account.',
    'Choose API Management, and select the master account.',
    'Choose Create a new API key, enter a label and your code.',
    'Copy the secret key: it is shown only once.',
    'Choose Edit next to the key. Only Can Read may be ticked.',
  ],
  needs: ['Can Read, of the master account'],
  forbids: ['Enable Trading', 'Enable Withdrawal'],
  addresses:
    'If the form requires an IP whitelist, ask the operator of this page for the addresses.',
  expiry: null,
  notes: ['Two-factor authentication must be enabled before the Exchange creates a key.'],
  fields: {
    apiKey: { label: 'API key' },
    secret: { label: 'Secret key', hint: 'Shown only once, when the key is created.' },
  },
};
