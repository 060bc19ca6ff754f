/**
 * How to create a read-only key at Bitget. Sources: bitget.com/api-doc/uta/guide (ten keys for each account,
 * each right read-only or read and write); bitget.com/support/articles/360038968251 (API Management, note,
 * passphrase, permissions, IP addresses, codes); help.ufox.ai/bind-api/bitget.html (what to click). Not
 * verified: the exact names of the rights of an account that is not a unified account, and whether a key that
 * only reads ever expires.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://www.bitget.com/account/newapi',
  steps: [
    'Sign in at bitget.com. Open the menu of your profile, then API Keys.',
    'Choose Create API Key, then System-generated API key.',
    'Enter a note, and choose a passphrase. Write the passphrase down: Bitget cannot restore it.',
    'Select Read-only, and tick Spot and Wallet. In a unified account, tick its management and trade.',
    'Confirm with the codes that Bitget asks for, then copy the API key and the Secret key.',
  ],
  needs: ['Read-only', 'Spot', 'Wallet'],
  forbids: ['Read-write', 'Withdraw', 'Transfer'],
  addresses: 'Optional. Without linked addresses, the key works from every address.',
  expiry: null,
  notes: [],
  fields: {
    apiKey: { label: 'API key' },
    secret: { label: 'Secret key', hint: 'Shown only once, when the key is created.' },
    password: { label: 'Passphrase', hint: 'The one you chose for this key, not your password.' },
  },
};
