/** A place in the order of a wallet's listing: by time, then by the bytes of the identifier. */
export interface CountKey {
  readonly timestampMs: number;
  /** Empty: before every row of the millisecond. */
  readonly id: string;
}

/** A range of the listing: from `low`, before `high`. */
export interface KeyRange {
  readonly low: CountKey;
  readonly high: CountKey;
}

/** Before every row. */
export const LOWEST_KEY: CountKey = { timestampMs: Number.MIN_SAFE_INTEGER, id: '' };

/** After every row. */
export const HIGHEST_KEY: CountKey = { timestampMs: Number.MAX_SAFE_INTEGER, id: '' };

/** The place before every row of a millisecond. */
export function startOfMillisecond(timestampMs: number): CountKey {
  return { timestampMs, id: '' };
}

/** The place of a row, without the rest of it. */
export function placeOf({ timestampMs, id }: CountKey): CountKey {
  return { timestampMs, id };
}

/** Negative where `left` comes first. Identifiers are ASCII, so that text compares as bytes do. */
export function compareKeys(left: CountKey, right: CountKey): number {
  if (left.timestampMs !== right.timestampMs) return left.timestampMs - right.timestampMs;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

/** The earlier of two places. */
export function earlierKey(left: CountKey, right: CountKey): CountKey {
  return compareKeys(left, right) <= 0 ? left : right;
}

/** The later of two places. */
export function laterKey(left: CountKey, right: CountKey): CountKey {
  return compareKeys(left, right) >= 0 ? left : right;
}
