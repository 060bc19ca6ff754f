/**
 * How to create a read-only key at Binance. Sources: developers.binance.com (Quick Start: a new key has
 * `Enable Reading` only, and an IP restriction is recommended; Get API Key Permission: withdrawals need an IP
 * restriction); ibm.com/docs, Digital Asset Haven, Integration, Binance (what to click, and the address of
 * the page). Not verified: whether a key that only reads ever expires.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://www.binance.com/en/my/settings/api-management',
  steps: [
    'Sign in at binance.com, on a computer. Open Account, then API Management.',
    'Choose Create API, then System generated. Enter a name for the key and confirm it.',
    'Leave the restrictions as they are: a new key only has Enable Reading.',
    'Copy the API Key and the Secret Key. Binance shows the Secret Key only once.',
  ],
  needs: ['Enable Reading'],
  forbids: [
    'Enable Spot & Margin Trading, and every other right to trade',
    'Enable Withdrawals',
    'Enable Internal Transfer',
  ],
  addresses: 'Optional. Without a restriction, the key works from every address.',
  expiry: null,
  notes: [],
  fields: {
    apiKey: { label: 'API Key' },
    secret: { label: 'Secret Key', hint: 'Shown only once, when the key is created.' },
  },
};
