/**
 * Identifiers of transactions as bytes: `tx_` and 32 hexadecimal digits take 16 bytes instead of 36. The order of
 * the bytes is the order of the texts. The migration that made the columns has the same rule in SQL.
 */
import { decodeText, encodeText } from './text-encoding.ts';

const PREFIX = 'tx_';
/** Bytes of nearly every identifier. */
export const ID_BYTES = 16;
const DIGITS = 2 * ID_BYTES;
const LOWEST = '0'.repeat(DIGITS);
const HIGHEST = 'f'.repeat(DIGITS);
const FORM = /^tx_[0-9a-f]{32}$/;
const LEADING_DIGITS = /^[0-9a-f]{0,32}/;
/** Matches the last digit other than 0. */
const LAST_OTHER = /[1-9a-f](?=0*$)/;

/**
 * Returns 16 bytes for `tx_` and 32 hexadecimal digits. For any other text, returns the greatest 16 bytes whose
 * text precedes it, or zeros if none does, and the text. `tx_` and 32 zeros counts as any other text. The empty
 * text, which precedes every identifier, becomes 16 zeros.
 */
export function encodeTransactionId(id: string): Buffer {
  if (FORM.test(id) && !id.endsWith(LOWEST)) return Buffer.from(id.slice(PREFIX.length), 'hex');
  return Buffer.concat([Buffer.from(findPreceding(id), 'hex'), Buffer.from(encodeText(id))]);
}

/** Returns the identifier that {@link encodeTransactionId} has encoded. */
export function decodeTransactionId(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  const view = Buffer.from(buffer, byteOffset, byteLength);
  const digits = view.toString('hex', 0, ID_BYTES);
  const isBytes = byteLength === ID_BYTES && digits !== LOWEST;
  return isBytes ? PREFIX + digits : decodeText(view.toString('utf8', ID_BYTES));
}

/** Returns the digits of the greatest identifier before a text; zeros if there is none. */
function findPreceding(text: string): string {
  if (!text.startsWith(PREFIX)) return text < PREFIX ? LOWEST : HIGHEST;
  const rest = text.slice(PREFIX.length);
  const [digits = ''] = LEADING_DIGITS.exec(rest) ?? [];
  if (digits.length === DIGITS) return digits;
  const next = rest.charAt(digits.length);
  if (next > 'f') return digits.padEnd(DIGITS, 'f');
  if (next > '9') return `${digits}9`.padEnd(DIGITS, 'f');
  const at = digits.search(LAST_OTHER);
  if (at === -1) return LOWEST;
  const lower = (Number.parseInt(digits.charAt(at), 16) - 1).toString(16);
  return (digits.slice(0, at) + lower).padEnd(DIGITS, 'f');
}
