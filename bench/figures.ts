/** What every part of a measurement needs: rounding, medians and progress. */

/** Rounds to three significant digits. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Returns the value that this share of the values does not exceed. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(values.length * share)] ?? NaN;
}

/** Returns the value in the middle of the sorted values. */
export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** Writes to standard error what is being measured. */
export function reportProgress(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}
