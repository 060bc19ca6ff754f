/**
 * The values of a transaction that no statement selects by, as the bytes of one column: amount, fee cost, fee currency,
 * txid and address. A page is read faster from fewer columns, and hexadecimal digits take half of their size. The
 * migration that made the column has the same rules in SQL.
 *
 * Each value begins with one byte, its head: null, the length of a text, or a form. Texts are in UTF-8, in the form of
 * `encodeText`. In corrupted bytes, a value ends at the end of the column at the latest, and values after it are null.
 */
import type { Transaction } from '../../domain/transaction.ts';
import { decodeText, encodeText } from './text-encoding.ts';

/** The values of the column. */
export type TransactionContent = Pick<
  Transaction,
  'amount' | 'feeCost' | 'feeCurrency' | 'txid' | 'address'
>;

/** The head of null. The heads between this and {@link LONG_HEAD} are the length of a text plus 1. */
export const NULL_HEAD = 0;
/** The head of a long text. Its length follows. */
export const LONG_HEAD = 240;
/** Bytes of the length of a long text. */
export const LONG_BYTES = 4;
/** The heads of hexadecimal digits: lower-case, lower-case after `0x`, upper-case. Their bytes and their number follow. */
export const [LOWER_HEAD, PREFIXED_HEAD, UPPER_HEAD] = [241, 242, 243] as const;
/** Bytes of the number of bytes. */
export const DIGITS_BYTES = 1;

/** The forms of hexadecimal digits that are stored as bytes. Fewer digits would save little. */
const LOWER = /^(?:[\da-f]{2}){8,255}$/;
const PREFIXED = /^0x(?:[\da-f]{2}){8,255}$/;
const UPPER = /^(?:[\dA-F]{2}){8,255}$/;

/** SQL of the first value, the amount, as text; null if there is none. A decimal is never a long text. */
export const AMOUNT = `CASE WHEN octet_length(content) > 1 AND get_byte(content, 0) > 0
  THEN encode(substring(content FROM 2 FOR get_byte(content, 0) - 1), 'escape') END`;
/** SQL of the second value, the fee cost, as text; null if there is none. */
export const FEE_COST = `CASE WHEN octet_length(content) <= 1 THEN NULL
  WHEN octet_length(content) <= get_byte(content, 0) THEN NULL
  WHEN get_byte(content, get_byte(content, 0)) > 0 THEN encode(substring(content
    FROM get_byte(content, 0) + 2 FOR get_byte(content, get_byte(content, 0)) - 1), 'escape') END`;

/** Returns the bytes of the column. */
export function encodeContent(values: TransactionContent): Buffer {
  const { amount, feeCost, feeCurrency, txid, address } = values;
  const texts = [amount, feeCost, feeCurrency].map(encodeAsText);
  return Buffer.concat([...texts, encodeDigits(txid), encodeDigits(address)]);
}

/** Returns the values of the column. */
export function decodeContent({ buffer, byteOffset, byteLength }: Uint8Array): TransactionContent {
  const source = Buffer.from(buffer, byteOffset, byteLength);
  const view = new DataView(buffer, byteOffset, byteLength);
  let at = 0;
  const next = (): string | null => {
    const from = at;
    at = endOfValue(view, from, byteLength);
    return at === from ? null : readValue(source, from, at);
  };
  const amount = next() as Transaction['amount'];
  const feeCost = next() as Transaction['feeCost'];
  return { amount, feeCost, feeCurrency: next(), txid: next(), address: next() };
}

/** Returns the end of a value from the position of its head and the end of the column. */
export function endOfValue(view: DataView, at: number, end: number): number {
  if (at >= end) return end;
  const head = view.getUint8(at);
  if (head < LONG_HEAD) return Math.min(at + Math.max(1, head), end);
  const start = at + 1 + (head === LONG_HEAD ? LONG_BYTES : DIGITS_BYTES);
  if (start > end) return end;
  const length = head === LONG_HEAD ? view.getUint32(at + 1) : view.getUint8(at + 1);
  return Math.min(start + length, end);
}

function readValue(source: Buffer, at: number, end: number): string | null {
  const head = source[at] as number;
  if (head === NULL_HEAD) return null;
  if (head < LONG_HEAD) return decodeText(source.toString('utf8', at + 1, end));
  if (head === LONG_HEAD) return decodeText(source.toString('utf8', at + 1 + LONG_BYTES, end));
  const digits = source.toString('hex', at + 1 + DIGITS_BYTES, end);
  if (head === PREFIXED_HEAD) return `0x${digits}`;
  return head === UPPER_HEAD ? digits.toUpperCase() : digits;
}

function encodeAsText(text: string | null): Buffer {
  if (text === null) return Buffer.of(NULL_HEAD);
  const bytes = Buffer.from(encodeText(text));
  if (bytes.length + 1 < LONG_HEAD) return Buffer.concat([Buffer.of(bytes.length + 1), bytes]);
  const head = Buffer.alloc(1 + LONG_BYTES, LONG_HEAD);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function encodeDigits(text: string | null): Buffer {
  if (text === null) return encodeAsText(text);
  if (LOWER.test(text)) return withHead(LOWER_HEAD, text);
  if (PREFIXED.test(text)) return withHead(PREFIXED_HEAD, text.slice(2));
  return UPPER.test(text) ? withHead(UPPER_HEAD, text) : encodeAsText(text);
}

function withHead(head: number, digits: string): Buffer {
  const bytes = Buffer.from(digits, 'hex');
  return Buffer.concat([Buffer.of(head, bytes.length), bytes]);
}
