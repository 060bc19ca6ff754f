import { type ByteReader, ByteWriter } from './byte-codec.ts';
import type { CountKey } from './count-key.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import { UNPROVEN } from './row-checksum.ts';

/**
 * The rows of a range of the listing: the time, the code and the checksum of each, ordered by time. Rows of
 * the same millisecond may be in any order.
 */
export interface CountLeaf {
  readonly timestamps: readonly number[];
  readonly codes: readonly number[];
  readonly checksums: readonly number[];
}

/** A row, as far as it is counted. */
export interface CountedRow extends CountKey {
  readonly code: number;
  /** See `checksumOfRow`. */
  readonly checksum: number;
}

/** A row that was added, or one that is no longer there as it was. */
export interface CountChange extends CountedRow {
  readonly by: 1 | -1;
}

/** Says that a node is a leaf; other nodes begin with their level. */
export const LEAF_LEVEL = 0;

export const EMPTY_LEAF: CountLeaf = { timestamps: [], codes: [], checksums: [] };

/** More than any leaf has: a number of rows beyond it is not one that was written. */
const ROWS_MAX = 100_000;

/**
 * The level, the number of rows, the first time, then the distance to the time before and the code of
 * each row. Checksums come last: a reader of counts does not need them.
 */
export function encodeLeaf({ timestamps, codes, checksums }: CountLeaf): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(LEAF_LEVEL);
  writer.varint(timestamps.length);
  let before = timestamps[0] ?? 0;
  writer.float(before);
  for (let index = 0; index < timestamps.length; index += 1) {
    const timestampMs = timestamps[index] as number;
    writer.varint(timestampMs - before);
    writer.varint(codes[index] as number);
    before = timestampMs;
  }
  writer.words(checksums);
  return writer.finish();
}

/** Reads the counts that {@link encodeLeaf} has written after the level. */
export function decodeCounts(reader: ByteReader): Omit<CountLeaf, 'checksums'> {
  const count = reader.varint();
  if (count > ROWS_MAX) throw new CountedTreeError('a node has too many rows');
  const timestamps: number[] = [];
  const codes: number[] = [];
  let timestampMs = reader.float();
  for (let row = 0; row < count; row += 1) {
    timestampMs += reader.varint();
    timestamps.push(timestampMs);
    codes.push(reader.varint());
  }
  return { timestamps, codes };
}

/** Reads what {@link encodeLeaf} has written after the level. */
export function decodeLeaf(reader: ByteReader): CountLeaf {
  const { timestamps, codes } = decodeCounts(reader);
  return { timestamps, codes, checksums: reader.words(codes.length) };
}

/** The leaf of rows that are in order. */
export function leafOfRows(rows: readonly CountedRow[]): CountLeaf {
  return {
    timestamps: rows.map((row) => row.timestampMs),
    codes: rows.map((row) => row.code),
    checksums: rows.map((row) => row.checksum),
  };
}

/** A part of a leaf. */
export function sliceLeaf(
  { timestamps, codes, checksums }: CountLeaf,
  from: number,
  to?: number,
): CountLeaf {
  return {
    timestamps: timestamps.slice(from, to),
    codes: codes.slice(from, to),
    checksums: checksums.slice(from, to),
  };
}

/** The leaf after changes by time; `undefined` where a row that is taken away is not in it. */
export function changeLeaf(
  leaf: CountLeaf,
  changes: readonly CountChange[],
): CountLeaf | undefined {
  const added = changes.filter(({ by }) => by === 1);
  const { timestamps, codes, checksums } = mergeRows(leaf, added);
  if (added.length === changes.length) return { timestamps, codes, checksums };
  for (const { by, timestampMs, code, checksum } of changes) {
    if (by === 1) continue;
    let index = lowerBound(timestamps, timestampMs);
    const isOther = (): boolean => codes[index] !== code || checksums[index] !== checksum;
    while (timestamps[index] === timestampMs && isOther()) index += 1;
    if (timestamps[index] !== timestampMs) return undefined;
    for (const values of [timestamps, codes, checksums]) values.splice(index, 1);
  }
  return { timestamps, codes, checksums };
}

/** Rows against the checksums of a leaf. */
export interface LeafProof {
  /** Rows that are not what was written. */
  readonly corrupted: readonly CountedRow[];
  /** Checksums of rows that are not found: of corrupted ones, or of rows that are missing. */
  readonly left: readonly number[];
}

/** Finds the rows whose checksums a leaf does not have. */
export function proveRows(checksums: readonly number[], rows: readonly CountedRow[]): LeafProof {
  const isInOrder =
    checksums.length === rows.length && rows.every((row, at) => row.checksum === checksums[at]);
  if (isInOrder) return { corrupted: [], left: [] };
  const counts = new Map<number, number>();
  for (const checksum of checksums) counts.set(checksum, (counts.get(checksum) ?? 0) + 1);
  const corrupted = rows.filter(({ checksum }) => {
    const count = counts.get(checksum) ?? 0;
    if (count > 0) counts.set(checksum, count - 1);
    return count === 0;
  });
  const left = [...counts].flatMap(([checksum, count]) => Array<number>(count).fill(checksum));
  return { corrupted, left };
}

/**
 * The leaf of rows that are in order, which proves no row that the former leaf did not prove: a row that
 * is not what was written stays so, unless it is one of the changes.
 */
export function recountLeaf(
  { checksums }: CountLeaf,
  rows: readonly CountedRow[],
  changes: readonly CountChange[] = [],
): CountLeaf {
  const added = changes.filter(({ by }) => by === 1).map(({ checksum }) => checksum);
  const known = [...added, ...checksums];
  const { corrupted, left } = proveRows(known, rows);
  if (corrupted.length === 0) return leafOfRows(rows);
  const former = new Map(corrupted.map((row, index) => [row, left[index] ?? UNPROVEN]));
  return leafOfRows(
    rows.map((row) => {
      const checksum = former.get(row);
      return checksum === undefined ? row : { ...row, checksum };
    }),
  );
}

/** How many of the ascending numbers are below `bound`. */
export function lowerBound(ascending: ArrayLike<number>, bound: number): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] as number) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The leaf with other rows, by time. */
function mergeRows(
  leaf: CountLeaf,
  rows: readonly CountedRow[],
): { timestamps: number[]; codes: number[]; checksums: number[] } {
  const { length } = leaf.timestamps;
  // Most rows come after all others.
  let taken = lowerBound(leaf.timestamps, rows[0]?.timestampMs ?? Infinity);
  const timestamps = leaf.timestamps.slice(0, taken);
  const codes = leaf.codes.slice(0, taken);
  const checksums = leaf.checksums.slice(0, taken);
  for (const row of [...rows, undefined]) {
    const timestampMs = row?.timestampMs ?? Infinity;
    for (; taken < length && (leaf.timestamps[taken] as number) <= timestampMs; taken += 1) {
      timestamps.push(leaf.timestamps[taken] as number);
      codes.push(leaf.codes[taken] as number);
      checksums.push(leaf.checksums[taken] as number);
    }
    if (row === undefined) break;
    timestamps.push(timestampMs);
    codes.push(row.code);
    checksums.push(row.checksum);
  }
  return { timestamps, codes, checksums };
}
