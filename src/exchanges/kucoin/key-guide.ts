/**
 * How to create a read-only key at KuCoin. Sources: kucoin.com/support/360015102174 (what to click; a key
 * that only has General does not expire; keys with the right to trade and without an IP address are disabled
 * after 30 days without use) and 900006465403 (key, secret and passphrase; General allows most requests that
 * read; keys are created on the website only). Not verified: the current
 * names of the rights other than General.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://www.kucoin.com/account/api',
  steps: [
    'Sign in at kucoin.com, on a computer. Open the menu of your avatar, then API Management.',
    'Choose Create API, then API Trading.',
    'Enter a name, and choose a passphrase. Write the passphrase down: KuCoin cannot restore it.',
    'Tick General only.',
    'Confirm with your trading password and the codes, then copy the key and the secret.',
  ],
  needs: ['General'],
  forbids: ['Spot, Margin and Futures Trading', 'Transfer', 'Withdrawal'],
  addresses: 'Optional for a key that only has General.',
  expiry: 'A key that only has General does not expire.',
  notes: [],
  fields: {
    apiKey: { label: 'Key' },
    secret: { label: 'Secret', hint: 'Shown only once, when the key is created.' },
    password: {
      label: 'Passphrase',
      hint: 'The one you chose for this key, not your trading password.',
    },
  },
};
