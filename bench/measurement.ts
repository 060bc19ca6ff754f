/** The target of a number. */
export interface Target {
  readonly is: '≥' | '≤';
  readonly bound: number;
}

/** One line of the result. */
export interface Measurement {
  readonly name: string;
  /** `null` if it could not be measured; `note` says why. */
  readonly value: number | null;
  readonly unit: string;
  /** The value divided by the baseline's value. */
  readonly ratio?: number;
  /** The name of the baseline, measured in the same rounds. */
  readonly against?: string;
  /** The target of the ratio, or of the value if there is no ratio. */
  readonly target?: Target;
  readonly p99Ms?: number;
  /** Processor time of the server for each request, without its database. */
  readonly processorMicroseconds?: number;
  /** The baseline's processor time divided by this one. */
  readonly processorRatio?: number;
  readonly note?: string;
}

/** Returns a minimum. */
export function atLeast(bound: number): Target {
  return { is: '≥', bound };
}

/** Returns a maximum. */
export function atMost(bound: number): Target {
  return { is: '≤', bound };
}

/** Returns the line of a measurement that was not made, with the reason. */
export function notMeasured(name: string, note: string): Measurement {
  return { name, value: null, unit: '', note };
}

/** Returns the line of a number that the system reports about a process; not measured if it reports none. */
export function makeFigure(
  name: string,
  value: number | undefined,
  unit: string,
  target?: Target,
): Measurement {
  if (value === undefined) return notMeasured(name, 'no /proc on this system');
  const measurement = { name, value: round(value), unit };
  return target === undefined ? measurement : { ...measurement, target };
}

/** Returns the line of a quotient; NaN if a part of it was not measured. */
export function makeRatio(name: string, ratio: number, target?: Target): Measurement {
  if (Number.isNaN(ratio)) return notMeasured(name, 'a part of it failed');
  const measurement = { name, value: round(ratio), unit: 'ratio' };
  return target === undefined ? measurement : { ...measurement, target };
}

/** Returns whether a target was met; `undefined` without a target or a measurement. */
export function isMet({ value, ratio, target }: Measurement): boolean | undefined {
  const measured = ratio ?? value;
  if (target === undefined || measured === null) return undefined;
  return target.is === '≥' ? measured >= target.bound : measured <= target.bound;
}

/** Rounds to three significant digits. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Returns the duration of `work` in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** Writes to standard error what is being measured. */
export function reportProgress(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}

/** Returns a count with separators between thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
