/** How to create a key at an exchange without a guide of its own, from its credentials and its home page. */
import type { KeyGuide } from '../domain/connect.ts';
import sites from './exchange-sites.json' with { type: 'json' };
import type { ExchangeProfile } from './profile.ts';

const SITES: Readonly<Record<string, string>> = sites;

/** Returns the general guide. @throws {TypeError} if `exchange-sites.json` does not list the exchange. */
export function describeGeneralKey({
  name,
  facts,
  requiredCredentials,
}: ExchangeProfile): KeyGuide {
  const url = SITES[name];
  if (url === undefined) throw new TypeError(`exchange-sites.json does not list ${name}`);
  const { title, readOnlyKey } = facts;
  if (requiredCredentials.includes('walletAddress')) return describeAddress(url, title);
  return {
    url,
    steps: [
      `Sign in at ${title}, and open the settings of your account. Keys are listed as API, API keys or API management.`,
      'Create a key. Give it a name that you recognise later.',
      'Tick only the right to read or view. Do not tick any right to trade, transfer or withdraw.',
      ...(requiredCredentials.includes('password')
        ? ['Choose a passphrase for the key, and write it down: it is part of the key.']
        : []),
      'Copy all parts of the key. Most exchanges show the secret only once.',
    ],
    needs: [readOnlyKey === 'read' ? 'Read (or View)' : capitalize(readOnlyKey)],
    forbids: ['Trade', 'Withdraw', 'Transfer'],
    addresses:
      'If the exchange requires an IP allowlist, ask the operator of this page for the addresses.',
    expiry: null,
    notes: [
      'Some exchanges disable keys without an IP allowlist after some months. Then connect again with a new key.',
    ],
  };
}

/** The account is public: its address is enough to read it. */
function describeAddress(url: string, title: string): KeyGuide {
  return {
    url,
    steps: [
      `Open ${title}, and connect the wallet that you use there.`,
      'Copy the address of that wallet.',
    ],
    needs: ['Only the address: it can be read by everyone.'],
    forbids: ['A private key or a recovery phrase. Never enter them.'],
    addresses: null,
    expiry: null,
    notes: [],
  };
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
