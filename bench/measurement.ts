/** A bound that a number is held to. */
export interface Target {
  readonly is: '≥' | '≤';
  readonly bound: number;
}

/** One line of the result. */
export interface Measurement {
  readonly name: string;
  /** `null` where it could not be measured: `note` says why. */
  readonly value: number | null;
  readonly unit: string;
  /** The value divided by that of what it is compared with. */
  readonly ratio?: number;
  /** What it is compared with, measured in the same rounds. */
  readonly against?: string;
  /** Of the ratio, or of the value where there is no ratio. */
  readonly target?: Target;
  readonly p99Ms?: number;
  /** Of the process that answers, for each request; its database's is not in it. */
  readonly processorMicroseconds?: number;
  /** The same as a ratio: how much less of it is needed than by what it is compared with. */
  readonly processorRatio?: number;
  readonly note?: string;
}

/** A number that should not be smaller. */
export function atLeast(bound: number): Target {
  return { is: '≥', bound };
}

/** A number that should not be larger. */
export function atMost(bound: number): Target {
  return { is: '≤', bound };
}

/** What was not measured, and why. */
export function notMeasured(name: string, note: string): Measurement {
  return { name, value: null, unit: '', note };
}

/** A number that the system tells of a process; not measured where it tells none. */
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

/** A quotient that is a line of its own; not a number where a part of it was not measured. */
export function makeRatio(name: string, ratio: number, target?: Target): Measurement {
  if (Number.isNaN(ratio)) return notMeasured(name, 'a part of it failed');
  const measurement = { name, value: round(ratio), unit: 'ratio' };
  return target === undefined ? measurement : { ...measurement, target };
}

/** Whether a target was met; `undefined` where there is none or nothing was measured. */
export function isMet({ value, ratio, target }: Measurement): boolean | undefined {
  const measured = ratio ?? value;
  if (target === undefined || measured === null) return undefined;
  return target.is === '≥' ? measured >= target.bound : measured <= target.bound;
}

/** Three digits that count. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Milliseconds that a piece of work takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** Tells on standard error what is being measured. */
export function tell(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}

/** A count with its thousands apart. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
