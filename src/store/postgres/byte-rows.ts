import type { PostgresRow } from './statement.ts';
import { OVERRUN_BYTES } from './json-bytes.ts';
import { HEADER_BYTES, rowMemory } from './message-splitter.ts';
import { decodeText } from './text-encoding.ts';

/** Bytes of the length that precedes a value. */
export const LENGTH_BYTES = 4;
/** Length that stands for null. */
export const NULL_LENGTH = -1;
/** Bytes of the number of columns, between the header of a row and its first column. */
const COLUMN_COUNT_BYTES = 2;
const INT32_RANGE = 2 ** 32;
const NO_ROWS = Buffer.alloc(OVERRUN_BYTES).subarray(0, 0);

/** Rows of a statement with binary results, as the server has sent them. */
export class ByteRows {
  /** The rows and {@link OVERRUN_BYTES}. */
  readonly view: DataView;
  /** The positions at which the first columns of the rows begin. */
  readonly starts: readonly number[];
  readonly #bytes: Buffer;

  /** @param rows of the statement's result; see `RowClient`. */
  constructor(rows: readonly PostgresRow[]) {
    const bytes = joinParts(rows.map(([part]) => part as Buffer));
    this.#bytes = bytes;
    const { buffer, byteOffset, byteLength } = bytes;
    this.view = new DataView(buffer, byteOffset, byteLength + OVERRUN_BYTES);
    this.starts = findStarts(this.view, byteLength);
  }

  isNull(row: number, column: number): boolean {
    return this.view.getInt32(this.positionOf(row, column)) === NULL_LENGTH;
  }

  /** Returns a value as bytes, which are shared with the row. */
  bytesAt(row: number, column: number): Buffer | null {
    const position = this.positionOf(row, column);
    const length = this.view.getInt32(position);
    if (length === NULL_LENGTH) return null;
    const start = position + LENGTH_BYTES;
    return this.#bytes.subarray(start, start + length);
  }

  /** Returns a decoded text; see `decodeText`. */
  textAt(row: number, column: number): string | null {
    const bytes = this.bytesAt(row, column);
    return bytes && decodeText(bytes.toString());
  }

  /** Returns an integer. @throws {RangeError} if it is beyond 2^53. */
  integerAt(row: number, column: number): number | null {
    const position = this.positionOf(row, column);
    const length = this.view.getInt32(position);
    return length === NULL_LENGTH ? null : readInteger(this.view, position + LENGTH_BYTES, length);
  }

  /** Frees the memory of the rows, which must not be used afterwards. */
  release(): void {
    rowMemory.keep(this.#bytes.buffer);
  }

  /** Returns the position of a value's length. */
  positionOf(row: number, column: number): number {
    let position = this.starts[row] as number;
    for (let before = 0; before < column; before += 1) {
      position += LENGTH_BYTES + Math.max(0, this.view.getInt32(position));
    }
    return position;
  }
}

/**
 * Reads an integer of 2, 4 or 8 bytes.
 *
 * @throws {RangeError} if it is beyond 2^53, which is never written.
 */
export function readInteger(view: DataView, at: number, length: number): number {
  if (length === Int16Array.BYTES_PER_ELEMENT) return view.getInt16(at);
  if (length === Int32Array.BYTES_PER_ELEMENT) return view.getInt32(at);
  const value = view.getInt32(at) * INT32_RANGE + view.getUint32(at + Int32Array.BYTES_PER_ELEMENT);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`the database holds an impossible number: ${view.getBigInt64(at)}`);
}

/** Joins the parts of a result, which a notice of the server may have split. */
function joinParts([part = NO_ROWS, ...others]: readonly Buffer[]): Buffer {
  if (others.length === 0) return part;
  const joined = Buffer.concat([part, ...others, Buffer.alloc(OVERRUN_BYTES)]);
  return joined.subarray(0, joined.length - OVERRUN_BYTES);
}

function findStarts(view: DataView, end: number): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < end; at += 1 + view.getUint32(at + 1)) {
    starts.push(at + HEADER_BYTES + COLUMN_COUNT_BYTES);
  }
  return starts;
}
