/**
 * How to create a read-only key at HTX. Sources: huobi.com/support/en-us/detail/900001195006 (rights
 * `readOnly`, `trade`; without an IP address a key of a sub-user expires in 90 days);
 * huobiapi.github.io/docs/spot/v1/en (Access Key and Secret Key; Search for Existed Withdraws and Deposits: a sub-user
 * can only list deposits); hummingbot.org/exchanges/htx and hash7-gitbook.gitbook.io (what to click). Not verified:
 * that the 90 days also apply to the keys of a main user.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://www.htx.com/en-us/apikey/',
  steps: [
    'Sign in at htx.com. Open the menu of your account, then API Management.',
    'Enter a note for the key, and tick Read only.',
    'Choose Create, and confirm with the codes that HTX asks for.',
    'Copy the Access Key and the Secret Key: the Secret Key is shown only once.',
  ],
  needs: ['Read'],
  forbids: ['Trade', 'Withdraw'],
  addresses:
    'Optional. Without addresses, the key works from every address, and stops after 90 days.',
  expiry: 'A key without IP addresses stops working after 90 days.',
  notes: ['The key has to belong to the main account, not to a sub-account.'],
  fields: {
    apiKey: { label: 'Access Key' },
    secret: { label: 'Secret Key', hint: 'Shown only once, when the key is created.' },
  },
};
