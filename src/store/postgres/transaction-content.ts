/**
 * All values of a transaction except for its identifier and its time, as the bytes of one column: one byte with the
 * codes of type and status, then asset, amount, fee cost, fee currency, txid and address. Fewer columns make a page
 * faster to read, and hexadecimal digits that are stored as bytes take half of the space. The migrations that made
 * the column have the same rules in SQL.
 *
 * Each value begins with one byte, its head: 0 for null, the length of a text plus 1, or the code of a form. Texts
 * are in UTF-8, in the form of `encodeText`. In corrupted bytes, a value ends at the end of the column at the latest,
 * and values after it are null.
 */
import type { Transaction } from '../../domain/transaction.ts';
import { decodeText, encodeText } from './text-encoding.ts';

/** The values of the column. */
export interface TransactionContent extends Pick<
  Transaction,
  'asset' | 'amount' | 'feeCost' | 'feeCurrency' | 'txid' | 'address'
> {
  readonly typeCode: number;
  readonly statusCode: number;
}

/** The size of the codes, which are first. */
export const CODE_BYTES = 1;
/** The lowest bits of the codes are the status, the others the type. */
const STATUS_BITS = 4;
const STATUS_MASK = 2 ** STATUS_BITS - 1;

/** SQL of the codes. */
export const TYPE_CODE = `(get_byte(content, 0) >> ${STATUS_BITS})`;
export const STATUS_CODE = `(get_byte(content, 0) & ${STATUS_MASK})`;

/** The head of null. The heads between this and {@link LONG_HEAD} are the length of a text plus 1. */
export const NULL_HEAD = 0;
/** The head of a long text. Its length follows. */
export const LONG_HEAD = 240;
/** The size of the length of a long text. */
export const LONG_BYTES = 4;
/** The heads of hexadecimal digits: lower-case, lower-case after `0x`, upper-case. Their bytes and their number follow. */
export const [LOWER_HEAD, PREFIXED_HEAD, UPPER_HEAD] = [241, 242, 243] as const;
/** The size of the number of these bytes. */
export const DIGITS_BYTES = 1;

/** The forms of hexadecimal digits that are stored as bytes. Fewer digits would save little. */
const LOWER = /^(?:[\da-f]{2}){8,255}$/;
const PREFIXED = /^0x(?:[\da-f]{2}){8,255}$/;
const UPPER = /^(?:[\dA-F]{2}){8,255}$/;

/**
 * SQL that selects the codes, the amount and the fee cost of all transactions. Corrupted bytes cause no error: zeros
 * after the content are read instead of missing bytes. A decimal is never a long text. If the asset is one, the
 * amount and the fee cost are null.
 */
export const CONTENT_PARTS = `SELECT wallet_id, id, timestamp_ms, get_byte(bytes, 0) >> ${STATUS_BITS} AS type_code,
    get_byte(bytes, 0) & ${STATUS_MASK} AS status_code,
    CASE WHEN amount_at < ${LONG_HEAD} THEN ${shortTextAt('amount_at')} END AS amount,
    CASE WHEN amount_at < ${LONG_HEAD} AND get_byte(bytes, fee_at) > 0 THEN ${shortTextAt('fee_at')} END AS fee_cost
  FROM (SELECT *, amount_at + get_byte(bytes, amount_at) AS fee_at
    FROM (SELECT *, ${CODE_BYTES} + get_byte(bytes, ${CODE_BYTES}) AS amount_at
      FROM (SELECT wallet_id, id, timestamp_ms, content || decode(repeat('00', 512), 'hex') AS bytes
        FROM wallet_transaction) AS padded) AS asset) AS fee`;

/** Returns the SQL condition for rows of an asset; `bytes` are those of {@link encodeAsset}. */
export function isOfAsset(bytes: string): string {
  return `substring(content FROM ${CODE_BYTES + 1} FOR octet_length(${bytes})) = ${bytes}`;
}

function shortTextAt(head: string): string {
  return `encode(substring(bytes FROM ${head} + 2 FOR greatest(get_byte(bytes, ${head}) - 1, 0)), 'escape')`;
}

/** Returns the bytes of the column. */
export function encodeContent(content: TransactionContent): Buffer {
  const { typeCode, statusCode, asset, amount, feeCost, feeCurrency, txid, address } = content;
  const code = (typeCode << STATUS_BITS) | statusCode;
  const texts = [asset, amount, feeCost, feeCurrency].map(encodeAsText);
  return Buffer.concat([Buffer.of(code), ...texts, encodeDigits(txid), encodeDigits(address)]);
}

/** Returns the bytes of an asset in the column. */
export function encodeAsset(asset: string): Buffer {
  return encodeAsText(asset);
}

/** Returns the values of the column. */
export function decodeContent({ buffer, byteOffset, byteLength }: Uint8Array): TransactionContent {
  const source = Buffer.from(buffer, byteOffset, byteLength);
  const view = new DataView(buffer, byteOffset, byteLength);
  const code = source[0] ?? 0;
  let at = CODE_BYTES;
  const next = (): string | null => {
    const from = at;
    at = endOfValue(view, from, byteLength);
    return from >= at ? null : readValue(source, from, at);
  };
  const asset = next() as string;
  const amount = next() as Transaction['amount'];
  const feeCost = next() as Transaction['feeCost'];
  const values = { asset, amount, feeCost, feeCurrency: next(), txid: next(), address: next() };
  return { ...values, typeCode: typeCodeOf(code), statusCode: statusCodeOf(code) };
}

/** Returns the code of the type in the first byte. */
export function typeCodeOf(code: number): number {
  return code >> STATUS_BITS;
}

/** Returns the code of the status in the first byte. */
export function statusCodeOf(code: number): number {
  return code & STATUS_MASK;
}

/** Returns the end of the value whose head is at `at`; at most `end`, the end of the column. */
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
