import { type ByteReader, ByteWriter } from './byte-codec.ts';
import type { CountKey } from './count-key.ts';

/**
 * The rows of a range of the listing: the time and the code of each, by time. The order of those
 * that share a millisecond is not told.
 */
export interface CountLeaf {
  readonly timestamps: readonly number[];
  readonly codes: readonly number[];
}

/** A row, as far as it is counted. */
export interface CountedRow extends CountKey {
  readonly code: number;
}

/** A row that was added, or one that is no longer there as it was. */
export interface CountChange extends CountedRow {
  readonly by: 1 | -1;
}

/** Says that a node is a leaf; other nodes begin with their level. */
export const LEAF_LEVEL = 0;

export const EMPTY_LEAF: CountLeaf = { timestamps: [], codes: [] };

/** The level, the first time, then the distance to the time before and the code of each row. */
export function encodeLeaf({ timestamps, codes }: CountLeaf): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(LEAF_LEVEL);
  let before = timestamps[0] ?? 0;
  writer.float(before);
  for (let index = 0; index < timestamps.length; index += 1) {
    const timestampMs = timestamps[index] as number;
    writer.varint(timestampMs - before);
    writer.varint(codes[index] as number);
    before = timestampMs;
  }
  return writer.finish();
}

/** Reads what {@link encodeLeaf} has written after the level. */
export function decodeLeaf(reader: ByteReader): CountLeaf {
  const timestamps: number[] = [];
  const codes: number[] = [];
  let timestampMs = reader.float();
  while (!reader.isAtEnd) {
    timestampMs += reader.varint();
    timestamps.push(timestampMs);
    codes.push(reader.varint());
  }
  return { timestamps, codes };
}

/** The leaf of rows that are in order. */
export function leafOfRows(rows: readonly CountedRow[]): CountLeaf {
  return { timestamps: rows.map((row) => row.timestampMs), codes: rows.map((row) => row.code) };
}

/** The leaf after changes by time; `undefined` where a row that is taken away is not in it. */
export function changeLeaf(
  leaf: CountLeaf,
  changes: readonly CountChange[],
): CountLeaf | undefined {
  const added = changes.filter(({ by }) => by === 1);
  const { timestamps, codes } = mergeLeaves(leaf, leafOfRows(added));
  for (const { by, timestampMs, code } of changes) {
    if (by === 1) continue;
    let index = lowerBound(timestamps, timestampMs);
    while (timestamps[index] === timestampMs && codes[index] !== code) index += 1;
    if (timestamps[index] !== timestampMs) return undefined;
    timestamps.splice(index, 1);
    codes.splice(index, 1);
  }
  return { timestamps, codes };
}

/** How many of the ascending numbers are below `bound`. */
export function lowerBound(ascending: readonly number[], bound: number): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] as number) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}

function mergeLeaves(left: CountLeaf, right: CountLeaf): { timestamps: number[]; codes: number[] } {
  const timestamps: number[] = [];
  const codes: number[] = [];
  let leftAt = 0;
  let rightAt = 0;
  while (leftAt < left.codes.length || rightAt < right.codes.length) {
    const takesLeft =
      (left.timestamps[leftAt] ?? Infinity) <= (right.timestamps[rightAt] ?? Infinity);
    const source = takesLeft ? left : right;
    const at = takesLeft ? leftAt++ : rightAt++;
    timestamps.push(source.timestamps[at] as number);
    codes.push(source.codes[at] as number);
  }
  return { timestamps, codes };
}
