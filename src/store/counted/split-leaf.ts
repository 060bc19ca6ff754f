import {
  type CountKey,
  type KeyRange,
  LOWEST_KEY,
  placeOf,
  startOfMillisecond,
} from './count-key.ts';
import { type CountLeaf, rebuildLeaf } from './count-leaf.ts';
import { readRows, type TreeEdit } from './tree-request.ts';

/** A split node is filled to three quarters, so that the next row does not split it again. */
const FILL_FACTOR = 0.75;

/** A leaf, and where it is split. */
export interface LeafSplit {
  readonly leaf: CountLeaf;
  /** The first index and the lower bound of each part. The lower bound of the first part stays. */
  readonly parts: readonly { readonly start: number; readonly low: CountKey }[];
}

/** Splits a leaf that has too many rows, between two times if possible. */
export function* splitLeaf(leaf: CountLeaf, range: KeyRange, rowsMax: number): TreeEdit<LeafSplit> {
  return splitBetweenTimes(leaf, rowsMax) ?? (yield* splitBetweenRows(leaf, range, rowsMax));
}

/** Returns the first index of each part when `count` items are split evenly. */
export function evenStarts(count: number, max: number): readonly number[] {
  const parts = Math.max(1, Math.ceil(count / Math.ceil(max * FILL_FACTOR)));
  return Array.from({ length: parts }, (_, part) => Math.round((part * count) / parts));
}

/** Returns nearly even parts, or `undefined` if too many rows have the same time. */
function splitBetweenTimes(leaf: CountLeaf, rowsMax: number): LeafSplit | undefined {
  const { timestamps } = leaf;
  const starts = evenStarts(timestamps.length, rowsMax);
  const distanceMax = Math.floor((rowsMax - timestamps.length / starts.length) / 2);
  const parts = [];
  for (const even of starts) {
    const start = even === 0 ? 0 : nearestTimeChange(timestamps, even, distanceMax);
    if (start === undefined) return undefined;
    parts.push({ start, low: startOfMillisecond(timestamps[start] as number) });
  }
  return { leaf, parts };
}

/** Returns the nearest index whose time differs from that of the index before. */
function nearestTimeChange(
  timestamps: readonly number[],
  start: number,
  distanceMax: number,
): number | undefined {
  for (let distance = 0; distance <= distanceMax; distance += 1) {
    for (const index of [start - distance, start + distance]) {
      if (timestamps[index - 1] !== timestamps[index]) return index;
    }
  }
  return undefined;
}

/** Splits between rows of one time. Reads the rows, because a leaf does not contain their ids. */
function* splitBetweenRows(leaf: CountLeaf, range: KeyRange, rowsMax: number): TreeEdit<LeafSplit> {
  const rows = yield* readRows(range);
  const parts = evenStarts(rows.length, rowsMax).map((start) => ({
    start,
    low: placeOf(rows[start] ?? LOWEST_KEY),
  }));
  return { leaf: rebuildLeaf(leaf, rows), parts };
}
