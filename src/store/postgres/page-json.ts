/** Writes pages of transactions as JSON from the bytes of their rows, without a string for each value. */
import { releaseBytes, takeBytes } from '../../domain/json-text.ts';
import { TRANSACTION_FIELDS, type TransactionField } from '../../domain/transaction.ts';
import { statusOfCode, typeOfCode } from '../transaction-codes.ts';
import { LENGTH_BYTES, NULL_LENGTH, readInteger } from './byte-rows.ts';
import {
  NEEDS_ESCAPE,
  OVERRUN_BYTES,
  type Piece,
  toPiece,
  writeInteger,
  writePiece,
  writeHex,
  writePlain,
  writeQuoted,
} from './json-bytes.ts';
import { ID_BYTES } from './transaction-id.ts';

/** The fields of a page's columns, in the order in which JSON has them. */
const COLUMN_FIELDS = TRANSACTION_FIELDS.filter((field) => field !== 'walletId');

type FieldKind = 'id' | 'text' | 'decimal' | 'integer' | 'type' | 'status';

/** How a column is written. */
interface ColumnPlan {
  readonly kind: FieldKind;
  /** The bytes before the value, including the wallet. */
  readonly head: Piece;
}

/** How a row is written. */
interface RowPlan {
  /** The plan of each column; `undefined` if the column is omitted. */
  readonly columns: readonly (ColumnPlan | undefined)[];
  /** The bytes after the last value. */
  readonly tail: Piece;
}

const KINDS: Readonly<Partial<Record<TransactionField, FieldKind>>> = {
  id: 'id',
  amount: 'decimal',
  timestamp: 'integer',
  feeCost: 'decimal',
  type: 'type',
  status: 'status',
};
const NULL_JSON = toPiece('null');
const COMMA = toPiece(',');
const [ID_HEAD, ID_TAIL] = [toPiece('"tx_'), toPiece('"')];
/** Upper limit of codes, exclusive. */
const CODES_MAX = 16;
const TYPES = writeNames(typeOfCode);
const STATUSES = writeNames(statusOfCode);
const UNKNOWN_CODE = 0;
/** Maximum bytes for a value in addition to its own: a name, quotes, or the digits of an integer. */
const VALUE_EXTRA = Math.max(
  ID_HEAD.size + ID_BYTES + ID_TAIL.size,
  ...[...TYPES, ...STATUSES].map(({ size }) => size),
);

/**
 * Writes rows as JSON objects, separated by commas, in UTF-8.
 *
 * @param fields without repetition, in the order of `TRANSACTION_FIELDS`.
 * @param view the rows; see `ByteRows`.
 * @param starts the positions of the columns of {@link COLUMN_FIELDS} in the rows that are written.
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
    end = writeRow(output, end, view, start, plan);
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
  start: number,
  { columns, tail }: RowPlan,
): number {
  let end = from;
  let at = start;
  for (let column = 0; column < columns.length; column += 1) {
    const plan = columns[column];
    const length = view.getInt32(at);
    at += LENGTH_BYTES;
    if (plan !== undefined) {
      end = writePiece(output, end, plan.head);
      end = writeValue(output, end, view, at, length, plan.kind);
      if (end === NEEDS_ESCAPE) return end;
    }
    if (length !== NULL_LENGTH) at += length;
  }
  return writePiece(output, end, tail);
}

function writeValue(
  output: DataView,
  end: number,
  view: DataView,
  at: number,
  length: number,
  kind: FieldKind,
): number {
  if (length === NULL_LENGTH) return writePiece(output, end, NULL_JSON);
  if (kind === 'text') return writeQuoted(output, end, view, at, length);
  if (kind === 'id') return writeId(output, end, view, at, length);
  if (kind === 'decimal') return writePlain(output, end, view, at, length);
  const value = readInteger(view, at, length);
  if (kind === 'integer') return writeInteger(output, end, value);
  const names = kind === 'type' ? TYPES : STATUSES;
  return writePiece(output, end, (names[value] ?? names[UNKNOWN_CODE]) as Piece);
}

/** Writes an identifier from its bytes; see `encodeTransactionId`. */
function writeId(
  output: DataView,
  at: number,
  view: DataView,
  from: number,
  length: number,
): number {
  if (length > ID_BYTES) {
    return writeQuoted(output, at, view, from + ID_BYTES, length - ID_BYTES);
  }
  const end = writeHex(output, writePiece(output, at, ID_HEAD), view, from, length);
  return writePiece(output, end, ID_TAIL);
}

function planRow(walletId: string, fields: readonly TransactionField[]): RowPlan {
  const columns = Array.from<ColumnPlan | undefined>({ length: COLUMN_FIELDS.length });
  let head = '{';
  fields.forEach((field, index) => {
    head += `${index === 0 ? '' : ','}"${field}":`;
    if (field === 'walletId') {
      head += JSON.stringify(walletId);
      return;
    }
    columns[COLUMN_FIELDS.indexOf(field)] = { kind: KINDS[field] ?? 'text', head: toPiece(head) };
    head = '';
  });
  return { columns, tail: toPiece(`${head}}`) };
}

function sizeOf({ columns, tail }: RowPlan, { byteLength }: DataView, rowCount: number): number {
  const extras = columns.map((plan) => (plan === undefined ? 0 : plan.head.size + VALUE_EXTRA));
  const rowExtra = extras.reduce((sum, extra) => sum + extra, tail.size + COMMA.size);
  return byteLength + rowCount * rowExtra + OVERRUN_BYTES;
}

/** Returns the JSON of the names by code, including unused codes. */
function writeNames(nameOf: (code: number) => string): readonly Piece[] {
  return Array.from({ length: CODES_MAX }, (_, code) => toPiece(JSON.stringify(nameOf(code))));
}
