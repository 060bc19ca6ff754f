/** Explains the form of a credential without I/O, so that a page can do it while the customer types. */
import type { CredentialForm } from './connect.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;
/** Characters of an Ed25519 key: 64 bytes in base64. */
const ED25519_LENGTH = 88;
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const DYDX_ADDRESS = /^dydx1[02-9ac-hj-np-z]{38}$/;
const EVM_PRIVATE_KEY = /^(?:0x)?[0-9a-fA-F]{64}$/;
const PEM_START = '-----BEGIN';
const PEM_END = '-----END ';
const UNSEEN = /[\s\p{C}]/u;

/**
 * Returns the value as it is sent: without white space at its ends, and with line breaks in a private key in
 * place of `\n`, which files with keys contain.
 */
export function normalizeCredential(value: string): string {
  const trimmed = value.trim();
  return trimmed.startsWith(PEM_START) ? trimmed.replaceAll(String.raw`\n`, '\n').trim() : trimmed;
}

/**
 * Explains why a value cannot be valid.
 *
 * @param value the credential, normalized.
 * @returns a sentence that continues the name of the field and contains no part of the value; `undefined` if
 * nothing is wrong with its form.
 */
export function explainCredentialForm(form: CredentialForm, value: string): string | undefined {
  if (form === 'chosen') return undefined;
  if (value.startsWith(PEM_START)) return explainPrivateKey(form, value);
  if (UNSEEN.test(value)) return 'contains a space or a line break: copy it again, from end to end';
  return EXPLAIN[form](value);
}

const EXPLAIN: Readonly<
  Record<Exclude<CredentialForm, 'chosen'>, (value: string) => string | undefined>
> = {
  issued: () => undefined,
  base64: (value) =>
    BASE64.test(value)
      ? undefined
      : 'is incomplete or has other characters than the exchange uses: copy it again, from end to end',
  'signing-key': (value) =>
    value.length === ED25519_LENGTH && BASE64.test(value)
      ? undefined
      : 'is neither a private key (-----BEGIN EC PRIVATE KEY-----) nor an Ed25519 key of 88 characters',
  'evm-address': (value) => explainAddress(value, EVM_ADDRESS, '0x and 40 hexadecimal digits'),
  'dydx-address': (value) => explainAddress(value, DYDX_ADDRESS, 'dydx1 and 38 characters'),
};

function explainPrivateKey(form: CredentialForm, value: string): string | undefined {
  if (form === 'evm-address' || form === 'dydx-address') {
    return 'is a private key: enter the address, never its private key';
  }
  return value.includes(PEM_END) && value.endsWith('-----')
    ? undefined
    : 'is incomplete: copy all its lines, from -----BEGIN to the end of the line with -----END';
}

function explainAddress(value: string, address: RegExp, shape: string): string | undefined {
  if (address.test(value)) return undefined;
  if (!EVM_PRIVATE_KEY.test(value)) return `is not an address (${shape})`;
  return `is a private key: enter the address (${shape}), never its private key`;
}
