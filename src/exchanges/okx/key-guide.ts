/**
 * How to create a read-only key at OKX. Sources: okx.com/help/api-faq (what to click on the web; the
 * passphrase cannot be restored; up to 20 IP addresses; the permissions Read, Trade, Withdraw);
 * quotaguard.com/blog/okx-api-key-14-day-deletion-static-ip-fix (only keys that may trade or withdraw are
 * deleted without an IP address). Not verified at OKX: that a key that can only read never expires.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://www.okx.com/account/my-api',
  steps: [
    'Sign in at okx.com. Open the menu of your profile, then API and connections.',
    'Choose Create API key. Enter a name, and choose the account.',
    'Choose a passphrase. Write it down: OKX cannot restore it.',
    'Under Permissions tick Read only.',
    'Confirm with the codes, then copy the API key and the secret key.',
  ],
  needs: ['Read'],
  forbids: ['Trade', 'Withdraw'],
  addresses: 'Optional for a key that can only read. Up to 20 addresses can be linked.',
  expiry: null,
  notes: [
    'The key works at the site where it was created: okx.com, my.okx.com and app.okx.com are listed separately.',
  ],
  fields: {
    apiKey: { label: 'API key' },
    secret: { label: 'Secret key' },
    password: { label: 'Passphrase', hint: 'The one you chose for this key, not your password.' },
  },
};
