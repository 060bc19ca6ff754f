/** Writes pages of transactions as JSON from the bytes of their rows, without a string for each value. */
import { releaseBytes, takeBytes } from '../../domain/json-text.ts';
import type { TransactionField } from '../../domain/transaction.ts';
import { statusOfCode, typeOfCode } from '../transaction-codes.ts';
import { LENGTH_BYTES, readInteger } from './byte-rows.ts';
import {
  NEEDS_ESCAPE,
  OVERRUN_BYTES,
  type Piece,
  toPiece,
  writeHex,
  writeInteger,
  writePiece,
  writePlain,
  writeQuoted,
} from './json-bytes.ts';
import {
  CODE_BYTES,
  DIGITS_BYTES,
  endOfValue,
  LONG_BYTES,
  LONG_HEAD,
  NULL_HEAD,
  PREFIXED_HEAD,
  statusCodeOf,
  typeCodeOf,
  UPPER_HEAD,
} from './transaction-content.ts';
import { ID_BYTES } from './transaction-id.ts';

/** A value of a row: a column, or a value of its content. */
type ValueName = Exclude<TransactionField, 'walletId'>;

/** A value that is written. */
interface ValuePlan {
  readonly name: ValueName;
  /** The bytes before the value, including the wallet. */
  readonly head: Piece;
}

/** How a row is written. */
interface RowPlan {
  readonly values: readonly ValuePlan[];
  /** The bytes after the last value. */
  readonly tail: Piece;
}

/** Where the values of a row are. Each column has its length before it, each value of the content its head. */
class RowPlaces {
  timestamp = 0;
  id = 0;
  idBytes = 0;
  code = 0;
  asset = 0;
  amount = 0;
  feeCost = 0;
  feeCurrency = 0;
  txid = 0;
  address = 0;
  end = 0;

  /** Finds the values of a row with the columns of a page; see `PAGE_COLUMNS`. */
  find(view: DataView, start: number): void {
    this.timestamp = start + LENGTH_BYTES;
    this.id = this.timestamp + BIGINT_BYTES + LENGTH_BYTES;
    this.idBytes = view.getInt32(this.id - LENGTH_BYTES);
    this.code = this.id + this.idBytes + LENGTH_BYTES;
    this.end = this.code + view.getInt32(this.code - LENGTH_BYTES);
    this.asset = this.code + CODE_BYTES;
    this.amount = endOfValue(view, this.asset, this.end);
    this.feeCost = endOfValue(view, this.amount, this.end);
    this.feeCurrency = endOfValue(view, this.feeCost, this.end);
    this.txid = endOfValue(view, this.feeCurrency, this.end);
    this.address = endOfValue(view, this.txid, this.end);
  }
}

const BIGINT_BYTES = 8;
const NULL_JSON = toPiece('null');
const COMMA = toPiece(',');
const QUOTE = toPiece('"');
const ID_HEAD = toPiece('"tx_');
const PREFIXED = toPiece('"0x');
/** Upper limit of codes, exclusive. */
const CODES_MAX = 16;
const TYPES = writeNames(typeOfCode);
const STATUSES = writeNames(statusOfCode);
const UNKNOWN_CODE = 0;
/** Bytes of a character that is stored as half a byte, in addition to the stored bytes. */
const DIGITS_RATIO = 2;
/** Maximum bytes for a value in addition to its own: a name, quotes, or the digits of an integer. */
const VALUE_EXTRA = Math.max(
  ID_HEAD.size + ID_BYTES + QUOTE.size,
  ...[...TYPES, ...STATUSES].map(({ size }) => size),
);

const places = new RowPlaces();

/**
 * Writes rows as JSON objects, separated by commas, in UTF-8.
 *
 * @param fields without repetition, in the order of `TRANSACTION_FIELDS`.
 * @param view the rows; see `ByteRows`.
 * @param starts the positions of the columns of a page in the rows that are written.
 * @returns bytes of `takeBytes`, or `undefined` if a text contains a character that JSON escapes.
 */
export function writePageJson(
  walletId: string,
  fields: readonly TransactionField[],
  view: DataView,
  starts: readonly number[],
): Uint8Array<ArrayBuffer> | undefined {
  const plan = planRow(walletId, fields);
  const bytes = takeBytes(sizeOf(plan, view, starts.length));
  const output = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = 0;
  for (const start of starts) {
    if (end > 0) end = writePiece(output, end, COMMA);
    places.find(view, start);
    end = writeRow(output, end, view, plan);
    if (end === NEEDS_ESCAPE) {
      releaseBytes(bytes);
      return undefined;
    }
  }
  return bytes.subarray(0, end);
}

function writeRow(
  output: DataView,
  from: number,
  view: DataView,
  { values, tail }: RowPlan,
): number {
  let end = from;
  for (const { name, head } of values) {
    end = writeValue(output, writePiece(output, end, head), view, name);
    if (end === NEEDS_ESCAPE) return end;
  }
  return writePiece(output, end, tail);
}

function writeValue(output: DataView, at: number, view: DataView, name: ValueName): number {
  switch (name) {
    case 'id':
      return writeId(output, at, view);
    case 'asset':
      return writeText(output, at, view, places.asset, places.amount);
    case 'type':
      return writeName(output, at, TYPES, typeCodeOf(view.getUint8(places.code)));
    case 'status':
      return writeName(output, at, STATUSES, statusCodeOf(view.getUint8(places.code)));
    case 'timestamp':
      return writeInteger(output, at, readInteger(view, places.timestamp, BIGINT_BYTES));
    case 'amount':
      return writeDecimal(output, at, view, places.amount, places.feeCost);
    case 'feeCost':
      return writeDecimal(output, at, view, places.feeCost, places.feeCurrency);
    case 'feeCurrency':
      return writeText(output, at, view, places.feeCurrency, places.txid);
    case 'txid':
      return writeText(output, at, view, places.txid, places.address);
    case 'address':
      return writeText(output, at, view, places.address, places.end);
  }
}

/** Writes an identifier from its bytes; see `encodeTransactionId`. */
function writeId(output: DataView, at: number, view: DataView): number {
  const { id, idBytes } = places;
  if (idBytes > ID_BYTES) return writeQuoted(output, at, view, id + ID_BYTES, idBytes - ID_BYTES);
  const end = writeHex(output, writePiece(output, at, ID_HEAD), view, id, idBytes);
  return writePiece(output, end, QUOTE);
}

function writeName(output: DataView, at: number, names: readonly Piece[], code: number): number {
  return writePiece(output, at, (names[code] ?? names[UNKNOWN_CODE]) as Piece);
}

function writeDecimal(
  output: DataView,
  at: number,
  view: DataView,
  from: number,
  end: number,
): number {
  if (isNull(view, from, end)) return writePiece(output, at, NULL_JSON);
  return writePlain(output, at, view, from + 1, end - from - 1);
}

/** Writes a text of the content from its head on; see `transaction-content.ts`. */
function writeText(
  output: DataView,
  at: number,
  view: DataView,
  from: number,
  end: number,
): number {
  if (isNull(view, from, end)) return writePiece(output, at, NULL_JSON);
  const head = view.getUint8(from);
  if (head < LONG_HEAD) return writeQuoted(output, at, view, from + 1, end - from - 1);
  if (head === LONG_HEAD) {
    const start = from + 1 + LONG_BYTES;
    return writeQuoted(output, at, view, start, Math.max(0, end - start));
  }
  const start = from + 1 + DIGITS_BYTES;
  const begin = writePiece(output, at, head === PREFIXED_HEAD ? PREFIXED : QUOTE);
  const isUpper = head === UPPER_HEAD;
  const last = writeHex(output, begin, view, start, Math.max(0, end - start), isUpper);
  return writePiece(output, last, QUOTE);
}

function isNull(view: DataView, from: number, end: number): boolean {
  return from >= end || view.getUint8(from) === NULL_HEAD;
}

function planRow(walletId: string, fields: readonly TransactionField[]): RowPlan {
  const values: ValuePlan[] = [];
  let head = '{';
  fields.forEach((field, index) => {
    head += `${index === 0 ? '' : ','}"${field}":`;
    if (field === 'walletId') {
      head += JSON.stringify(walletId);
      return;
    }
    values.push({ name: field, head: toPiece(head) });
    head = '';
  });
  return { values, tail: toPiece(`${head}}`) };
}

function sizeOf({ values, tail }: RowPlan, { byteLength }: DataView, rowCount: number): number {
  const extras = values.map(({ head }) => head.size + VALUE_EXTRA);
  const rowExtra = extras.reduce((sum, extra) => sum + extra, tail.size + COMMA.size);
  return DIGITS_RATIO * byteLength + rowCount * rowExtra + OVERRUN_BYTES;
}

/** Returns the JSON of the names by code, including unused codes. */
function writeNames(nameOf: (code: number) => string): readonly Piece[] {
  return Array.from({ length: CODES_MAX }, (_, code) => toPiece(JSON.stringify(nameOf(code))));
}
