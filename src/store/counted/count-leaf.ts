import { lowerBound } from './binary-search.ts';
import { type ByteReader, ByteWriter } from './byte-codec.ts';
import type { CountKey } from './count-key.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import { UNVERIFIED } from './row-checksum.ts';

/**
 * The rows of a range of the listing: the time, the code and the checksum of each, ordered by time. Rows of
 * the same millisecond may be in any order.
 */
export interface CountLeaf {
  readonly timestamps: readonly number[];
  readonly codes: readonly number[];
  readonly checksums: readonly number[];
}

/** The counted values of a row. */
export interface CountedRow extends CountKey {
  readonly code: number;
  /** See `checksumOfRow`. */
  readonly checksum: number;
}

/** A row that was added (1), or a former row that was removed or changed (-1). */
export interface CountChange extends CountedRow {
  readonly by: 1 | -1;
}

/** The level of a leaf. Every node begins with its level. */
export const LEAF_LEVEL = 0;

export const EMPTY_LEAF: CountLeaf = { timestamps: [], codes: [], checksums: [] };

/** More rows than any leaf has: a higher number is corrupted. */
const ROWS_MAX = 100_000;

/**
 * Encodes the level, the number of rows, the first time, then for each row the distance to the previous time
 * and the code. Checksums come last, because a reader of counts does not need them.
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

/** Decodes the bytes of {@link encodeLeaf} after the level, without the checksums. */
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

/** Decodes the bytes of {@link encodeLeaf} after the level. */
export function decodeLeaf(reader: ByteReader): CountLeaf {
  const { timestamps, codes } = decodeCounts(reader);
  return { timestamps, codes, checksums: reader.words(codes.length) };
}

/** Returns the leaf of sorted rows. */
function leafOfRows(rows: readonly CountedRow[]): CountLeaf {
  return {
    timestamps: rows.map((row) => row.timestampMs),
    codes: rows.map((row) => row.code),
    checksums: rows.map((row) => row.checksum),
  };
}

/** Returns the rows of a range of indexes. */
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

/** Applies sorted changes. Returns `undefined` if the leaf does not contain a row to remove. */
export function updateLeaf(
  leaf: CountLeaf,
  changes: readonly CountChange[],
): CountLeaf | undefined {
  const added = changes.filter(({ by }) => by === 1);
  const { timestamps, codes, checksums } = insertRows(leaf, added);
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

/** A comparison of rows with the checksums of their leaf. */
export interface LeafVerification {
  /** Rows without a matching checksum. */
  readonly corrupted: readonly CountedRow[];
  /** Checksums without a matching row: the row is corrupted or missing. */
  readonly unmatched: readonly number[];
}

/** Compares rows with checksums, in any order. */
export function verifyRows(
  checksums: readonly number[],
  rows: readonly CountedRow[],
): LeafVerification {
  const isInOrder =
    checksums.length === rows.length && rows.every((row, at) => row.checksum === checksums[at]);
  if (isInOrder) return { corrupted: [], unmatched: [] };
  const counts = new Map<number, number>();
  for (const checksum of checksums) counts.set(checksum, (counts.get(checksum) ?? 0) + 1);
  const corrupted = rows.filter(({ checksum }) => {
    const count = counts.get(checksum) ?? 0;
    if (count > 0) counts.set(checksum, count - 1);
    return count === 0;
  });
  const unmatched = [...counts].flatMap(([checksum, count]) => Array<number>(count).fill(checksum));
  return { corrupted, unmatched };
}

/**
 * Returns the leaf of sorted rows. A row that does not match a checksum of the former leaf or of an added row
 * keeps a former checksum, so that it stays detectable as corrupted.
 */
export function rebuildLeaf(
  former: CountLeaf,
  rows: readonly CountedRow[],
  changes: readonly CountChange[] = [],
): CountLeaf {
  const added = changes.filter(({ by }) => by === 1).map(({ checksum }) => checksum);
  const { corrupted, unmatched } = verifyRows([...added, ...former.checksums], rows);
  if (corrupted.length === 0) return leafOfRows(rows);
  const checksums = new Map(corrupted.map((row, index) => [row, unmatched[index] ?? UNVERIFIED]));
  return leafOfRows(
    rows.map((row) => {
      const checksum = checksums.get(row);
      return checksum === undefined ? row : { ...row, checksum };
    }),
  );
}

/** Merges rows into a leaf, by time. */
function insertRows(
  leaf: CountLeaf,
  rows: readonly CountedRow[],
): { timestamps: number[]; codes: number[]; checksums: number[] } {
  const { length } = leaf.timestamps;
  // Most inserted rows are newer than all rows of the leaf.
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
