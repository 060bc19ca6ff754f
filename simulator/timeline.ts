import { DAY_MS } from '../src/domain/duration.ts';
import type { Random } from './random.ts';

/** A period without records. */
export interface Gap {
  /** Its beginning, as a share (0 to 1) of the whole range. */
  readonly atShare: number;
  readonly days: number;
}

/** The options for the times of a history's records. */
export interface TimelineOptions {
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  readonly gaps: readonly Gap[];
  /** Number of records in the same millisecond as the previous record. */
  readonly equalTimes: number;
  /** Number of further records in a single day. */
  readonly burst: number;
}

/**
 * Returns the Unix milliseconds of every record, ascending. Their number is the sum of `count` and `burst`.
 */
export function drawTimeline(options: TimelineOptions, random: Random): number[] {
  const stretches = activeStretches(options);
  const activeMs = stretches.reduce((sum, stretch) => sum + stretch.lengthMs, 0);
  const times: number[] = [];
  for (let index = 0; index < options.count; index++) {
    times.push(placeInStretches(stretches, Math.floor(random.fraction() * activeMs)));
  }
  const burstFromMs = placeInStretches(stretches, Math.floor(activeMs * 0.6));
  for (let index = 0; index < options.burst; index++) {
    times.push(Math.min(options.toMs, burstFromMs + random.integer(0, DAY_MS - 1)));
  }
  times.sort((left, right) => left - right);
  repeatTimes(times, options.equalTimes, random);
  return times;
}

interface Stretch {
  readonly fromMs: number;
  readonly lengthMs: number;
}

function activeStretches(options: TimelineOptions): Stretch[] {
  const rangeMs = options.toMs - options.fromMs;
  const gaps = options.gaps
    .map((gap) => ({
      fromMs: options.fromMs + Math.floor(gap.atShare * rangeMs),
      lengthMs: gap.days * DAY_MS,
    }))
    .sort((left, right) => left.fromMs - right.fromMs);
  const stretches: Stretch[] = [];
  let cursorMs = options.fromMs;
  for (const gap of gaps) {
    if (gap.fromMs > cursorMs) {
      stretches.push({ fromMs: cursorMs, lengthMs: gap.fromMs - cursorMs });
    }
    cursorMs = Math.max(cursorMs, gap.fromMs + gap.lengthMs);
  }
  if (cursorMs >= options.toMs) throw new RangeError('the gaps leave no time for the history');
  stretches.push({ fromMs: cursorMs, lengthMs: options.toMs - cursorMs });
  return stretches;
}

function placeInStretches(stretches: readonly Stretch[], activeOffsetMs: number): number {
  let restMs = activeOffsetMs;
  for (const stretch of stretches) {
    if (restMs < stretch.lengthMs) return stretch.fromMs + restMs;
    restMs -= stretch.lengthMs;
  }
  throw new RangeError('the offset lies outside of the stretches');
}

function repeatTimes(times: number[], equalTimes: number, random: Random): void {
  for (let repeated = 0; repeated < equalTimes && times.length > 1; repeated++) {
    const index = random.integer(1, times.length - 1);
    times[index] = times[index - 1] ?? 0;
  }
  times.sort((left, right) => left - right);
}
