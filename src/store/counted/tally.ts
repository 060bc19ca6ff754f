/**
 * What rows are counted by. A cell is a type and a status in one number, a code is a cell and the
 * number that the wallet gave the asset.
 */
const TYPE_FACTOR = 8;
const CELLS = 128;

/** The number under which the rows of all assets are counted; assets are numbered from 1. */
export const ALL_ASSETS = 0;

/** How many rows there are of each code; none of 0. */
export type Tally = Map<number, number>;

/** The code of a row; type is a number from 1 to 15, status one from 1 to 7. */
export function codeOf(assetNo: number, type: number, status: number): number {
  return assetNo * CELLS + type * TYPE_FACTOR + status;
}

export function assetOfCode(code: number): number {
  return Math.floor(code / CELLS);
}

export function cellOfCode(code: number): number {
  return code % CELLS;
}

/** Which rows are asked for. */
export interface CountFilter {
  /** {@link ALL_ASSETS} for any. */
  readonly assetNo: number;
  /** 0 for any. */
  readonly type: number;
  /** 0 for any. */
  readonly status: number;
}

/** True where the rows of a cell have the filter's type and status. */
export function matchesCell({ type, status }: CountFilter, cell: number): boolean {
  return (
    (type === 0 || Math.floor(cell / TYPE_FACTOR) === type) &&
    (status === 0 || cell % TYPE_FACTOR === status)
  );
}

/** True where the rows of a code are asked for. */
export function matchesCode(filter: CountFilter, code: number): boolean {
  const { assetNo } = filter;
  return (
    (assetNo === ALL_ASSETS || assetOfCode(code) === assetNo) &&
    matchesCell(filter, cellOfCode(code))
  );
}

/** True where every row is asked for. */
export function matchesAll({ assetNo, type, status }: CountFilter): boolean {
  return assetNo === ALL_ASSETS && type === 0 && status === 0;
}

/** Adds rows of a code, or takes them away. */
export function addToTally(tally: Tally, code: number, by: number): void {
  const count = (tally.get(code) ?? 0) + by;
  if (count === 0) tally.delete(code);
  else tally.set(code, count);
}

/** Adds one tally to another. */
export function mergeTally(tally: Tally, other: ReadonlyMap<number, number>): void {
  for (const [code, count] of other) addToTally(tally, code, count);
}

/** What has to be added to `before` to make it `after`. */
export function subtractTally(after: ReadonlyMap<number, number>, before: Tally): Tally {
  const difference: Tally = new Map(after);
  for (const [code, count] of before) addToTally(difference, code, -count);
  return difference;
}

/** How many rows there are of each of the codes. */
export function tallyCodes(codes: readonly number[]): Tally {
  const tally: Tally = new Map();
  for (const code of codes) tally.set(code, (tally.get(code) ?? 0) + 1);
  return tally;
}
