/**
 * How to create a read-only key at Bitstamp. Sources: blog.bitstamp.net/post/api-key-implementation (API
 * access in the security settings; a key can be bound to an IP address); pypi.org/project/BitstampClient
 * (permissions, activation, confirmation by e-mail); coinigy.freshdesk.com, How do I find my API keys on
 * Bitstamp (what to click). Not verified: the current place of the menu, the current names of the rights to
 * trade and to withdraw, and whether a key expires.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://www.bitstamp.net/settings/api/',
  steps: [
    'Sign in at bitstamp.net. Open the settings of your account, then API access.',
    'Choose New API key. Tick Account balance, User transactions and Withdrawal requests, nothing else.',
    'Choose Generate key. Copy the key and the secret: the secret is shown only once.',
    'Choose Activate, and follow the link in the e-mail that Bitstamp sends. Before that, the key does not work.',
  ],
  needs: ['Account balance', 'User transactions', 'Withdrawal requests'],
  forbids: [
    'Orders: every right to place or cancel them',
    'Withdrawals, and transfers between accounts',
  ],
  addresses: 'Optional. Without a filter, the key works from every address.',
  expiry: null,
  notes: ['Withdrawal requests is the right to list withdrawals. It does not allow to make one.'],
  fields: {
    apiKey: { label: 'Key' },
    secret: { label: 'Secret', hint: 'Shown only once, when the key is created.' },
  },
};
