/** What every part of a measurement needs: rounding, medians and progress. */

/** Rounds to three significant digits. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Returns the value in the middle of the sorted values. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? NaN;
}

/** Returns a count with separators between thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Writes to standard error what is being measured. */
export function reportProgress(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}
