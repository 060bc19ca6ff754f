/**
 * How to create a read-only key at Coinbase. Sources: docs.cdp.coinbase.com, Coinbase App, API key
 * authentication (what to click, ECDSA, IP allowlist), and Coinbase Business, Understanding API key scopes
 * (View, Trade, Transfer); gunbot.com, Coinbase Advanced API key creation (a new key can take up to 48 hours
 * to work). A key belongs to one portfolio. Not verified: whether a key expires.
 */
import type { ExchangeKeyGuide } from '../key-guide.ts';

export const KEY_GUIDE: ExchangeKeyGuide = {
  url: 'https://portal.cdp.coinbase.com/access/api',
  steps: [
    'Open the Coinbase Developer Platform and sign in with your Coinbase account. Choose API Keys, then Secret API Keys.',
    'Choose Create API key, and enter a nickname.',
    'Open API restrictions: choose the portfolio, and tick View only.',
    'Open Advanced Settings, and choose ECDSA as the signature algorithm.',
    'Choose Create API key, then copy the name of the key and the private key. They are shown only once.',
  ],
  needs: ['View'],
  forbids: ['Trade', 'Transfer'],
  addresses: 'Optional. Without an IP allowlist, the key works from every address.',
  expiry: null,
  notes: [
    'A key reads the portfolio that was chosen when it was created.',
    'A new key can take some time, up to two days, before Coinbase accepts it.',
  ],
  fields: {
    apiKey: {
      label: 'API key name',
      hint: 'For example organizations/…/apiKeys/…, the member "name" of the downloaded file.',
    },
    secret: {
      label: 'Private key',
      hint: 'All lines, with -----BEGIN and -----END; the member "privateKey" of the downloaded file.',
    },
  },
};
