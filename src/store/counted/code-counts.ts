/**
 * Numbers of rows by code. A cell combines type and status in one number; a code combines a cell and the
 * number of the asset.
 */
const TYPE_FACTOR = 8;
const CELLS = 128;

/** The asset number for the rows of all assets; assets are numbered from 1. */
export const ALL_ASSETS = 0;

/** The number of rows of each code; never contains 0. */
export type CodeCounts = Map<number, number>;

/** Returns the code of a row. Type is a number from 1 to 15, status one from 1 to 7. */
export function codeOf(assetNo: number, type: number, status: number): number {
  return assetNo * CELLS + type * TYPE_FACTOR + status;
}

/** Returns the asset number of a code. */
export function assetOfCode(code: number): number {
  return Math.floor(code / CELLS);
}

/** Returns the cell of a code. */
export function cellOfCode(code: number): number {
  return code % CELLS;
}

/** Selects rows by asset, type and status. */
export interface CountFilter {
  /** {@link ALL_ASSETS} for any. */
  readonly assetNo: number;
  /** 0 for any. */
  readonly type: number;
  /** 0 for any. */
  readonly status: number;
}

/** Returns true if a cell has the type and status of the filter. */
export function matchesCell({ type, status }: CountFilter, cell: number): boolean {
  return (
    (type === 0 || Math.floor(cell / TYPE_FACTOR) === type) &&
    (status === 0 || cell % TYPE_FACTOR === status)
  );
}

/** Returns true if a code matches the filter. */
export function matchesCode(filter: CountFilter, code: number): boolean {
  const { assetNo } = filter;
  return (
    (assetNo === ALL_ASSETS || assetOfCode(code) === assetNo) &&
    matchesCell(filter, cellOfCode(code))
  );
}

/** Returns true if the filter matches every row. */
export function matchesAll({ assetNo, type, status }: CountFilter): boolean {
  return assetNo === ALL_ASSETS && type === 0 && status === 0;
}

/** Adds a number of rows, which may be negative, to the count of a code. */
export function addCount(counts: CodeCounts, code: number, by: number): void {
  const count = (counts.get(code) ?? 0) + by;
  if (count === 0) counts.delete(code);
  else counts.set(code, count);
}

/** Adds other counts. */
export function addCounts(counts: CodeCounts, other: ReadonlyMap<number, number>): void {
  for (const [code, count] of other) addCount(counts, code, count);
}

/** Returns `left` minus `right`. */
export function subtractCounts(left: ReadonlyMap<number, number>, right: CodeCounts): CodeCounts {
  const difference: CodeCounts = new Map(left);
  for (const [code, count] of right) addCount(difference, code, -count);
  return difference;
}

/** Counts how often each code occurs. */
export function countCodes(codes: readonly number[]): CodeCounts {
  const counts: CodeCounts = new Map();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
