/**
 * How to create a read-only key at Bitvavo. Sources: docs.bitvavo.com/docs/get-started (two-factor
 * authentication, what to click, the permissions); support.bitvavo.com, What are API keys and how do I create
 * them (IP whitelist; withdrawals by key need no second factor); docs.getsparx.io/article/42 (confirmation by
 * e-mail). Not verified: whether a key expires.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://account.bitvavo.com/user/api',
  steps: [
    'Sign in at bitvavo.com, on a computer. Open Settings from the menu of your account, then API.',
    'Choose Add new API key, and enter a name.',
    'Tick View access only, and create the key with your password and a code.',
    'Copy the API key and the secret: the secret is shown only once.',
    'Follow the link in the e-mail that Bitvavo sends. Before that, the key does not work.',
  ],
  needs: ['View access'],
  forbids: ['Trade digital assets', 'Withdraw digital assets'],
  addresses: 'Optional. Without an IP whitelist, the key works from every address.',
  expiry: null,
  notes: ['Two-factor authentication must be enabled before Bitvavo creates a key.'],
  fields: {
    apiKey: { label: 'API key' },
    secret: { label: 'API secret', hint: 'Shown only once, when the key is created.' },
  },
};
