/**
 * Checks the form of credentials before a request is sent, because the exchange would only report a wrong
 * key. The forms are those that ccxt 4.5.84 decodes in `sign` of the exchange.
 */
import { createPrivateKey } from 'node:crypto';

/** Returns what is wrong with a value, without quoting it; `undefined` if its form is valid. */
type CheckForm = (value: string) => string | undefined;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;
/** Characters of an Ed25519 key of Coinbase: 64 bytes in base64. */
const ED25519_LENGTH = 88;
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const DYDX_ADDRESS = /^dydx1[02-9ac-hj-np-z]{38}$/;
const EVM_PRIVATE_KEY = /^(?:0x)?[0-9a-fA-F]{64}$/;
const PEM = '-----BEGIN';

/** By exchange and field. */
const FORMS: Readonly<Record<string, Readonly<Record<string, CheckForm>>>> = {
  backpack: { secret: checkBase64 },
  btcmarkets: { secret: checkBase64 },
  coinbase: { secret: checkCoinbaseSecret },
  coinbaseexchange: { secret: checkBase64 },
  coinbaseinternational: { secret: checkBase64 },
  dydx: { walletAddress: (value) => checkAddress(value, DYDX_ADDRESS, 'dydx1 and 38 characters') },
  hyperliquid: { walletAddress: checkEvmAddress },
  kraken: { secret: checkBase64 },
  nado: { walletAddress: checkEvmAddress },
};

/** Placeholders of templates and examples. */
const PLACEHOLDER =
  /^(?:[.…]+|[*•]+|[xX]{3,}|<.*>|\[.*\]|\{.*\}|\$\w+|(?:your|my)[-_ ].*|(?:api|secret|private)?[-_ ]?(?:key|secret)|api[-_ ]?secret|change[-_ ]?me|replace[-_ ]?me|none|null|undefined|todo)$/i;
/** Fields that the owner of the key chooses: a passphrase may be a word or contain spaces. */
const CHOSEN_FIELDS: ReadonlySet<string> = new Set(['password', 'login']);
const CHOSEN_PLACEHOLDER = /^(?:[.…]+|[*•]+|<.*>|(?:your|my)[-_ ].*)$/i;

/**
 * Explains why a credential cannot be valid at the exchange.
 *
 * @param exchange ccxt's id.
 * @param value the credential, without white space at its ends.
 * @returns a message without any part of the value, or `undefined` if nothing is wrong with its form.
 */
export function explainCredential(
  exchange: string,
  field: string,
  value: string,
): string | undefined {
  const isChosen = CHOSEN_FIELDS.has(field);
  if ((isChosen ? CHOSEN_PLACEHOLDER : PLACEHOLDER).test(value)) {
    return 'is a placeholder: replace it by the value that the exchange issued';
  }
  if (value.startsWith(PEM)) {
    return isPrivateKey(value)
      ? undefined
      : 'is not a readable private key: copy all its lines, with \\n for each line break in JSON';
  }
  if (!isChosen && /[\s\p{C}]/u.test(value)) {
    return 'has white space or control characters in it: copy it again';
  }
  return FORMS[exchange]?.[field]?.(value);
}

function checkBase64(value: string): string | undefined {
  return BASE64.test(value) ? undefined : 'is not base64, as the exchange issues it: copy it again';
}

function checkCoinbaseSecret(value: string): string | undefined {
  if (value.length === ED25519_LENGTH && BASE64.test(value)) return undefined;
  return (
    'is neither a private key (-----BEGIN EC PRIVATE KEY-----) nor an Ed25519 key of 88 characters: ' +
    'create a key at the Coinbase Developer Platform; Coinbase no longer accepts its older API keys'
  );
}

function checkEvmAddress(value: string): string | undefined {
  return checkAddress(value, EVM_ADDRESS, '0x and 40 hexadecimal digits');
}

function checkAddress(value: string, form: RegExp, shape: string): string | undefined {
  if (form.test(value)) return undefined;
  if (!EVM_PRIVATE_KEY.test(value)) return `is not an address (${shape})`;
  return `is a private key: give the address of the wallet (${shape}), never its private key`;
}

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
}
