/** A position in a wallet's listing, which is sorted by time and then by the bytes of the id. */
export interface CountKey {
  readonly timestampMs: number;
  /** The empty text comes before every row of the millisecond. */
  readonly id: string;
}

/** A range of the listing: `low` is inclusive, `high` exclusive. */
export interface KeyRange {
  readonly low: CountKey;
  readonly high: CountKey;
}

/** The position before every row. */
export const LOWEST_KEY: CountKey = { timestampMs: Number.MIN_SAFE_INTEGER, id: '' };

/** The position after every row. */
export const HIGHEST_KEY: CountKey = { timestampMs: Number.MAX_SAFE_INTEGER, id: '' };

/** Returns the position before every row of a millisecond. */
export function startOfMillisecond(timestampMs: number): CountKey {
  return { timestampMs, id: '' };
}

/** Returns the position of a row. */
export function placeOf({ timestampMs, id }: CountKey): CountKey {
  return { timestampMs, id };
}

/** Returns a negative number if `left` comes first. Ids are ASCII, so texts compare like bytes. */
export function compareKeys(left: CountKey, right: CountKey): number {
  if (left.timestampMs !== right.timestampMs) return left.timestampMs - right.timestampMs;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

/** Returns the earlier of two positions. */
export function earlierKey(left: CountKey, right: CountKey): CountKey {
  return compareKeys(left, right) <= 0 ? left : right;
}

/** Returns the later of two positions. */
export function laterKey(left: CountKey, right: CountKey): CountKey {
  return compareKeys(left, right) >= 0 ? left : right;
}
