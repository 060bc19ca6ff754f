/** Divides a range of time into the periods of `transaction_count`, and finds the rows of a page in them. */
import { DAY_MS } from '../../domain/duration.ts';
import { TIMESTAMP_MS_MAX } from '../../domain/instant.ts';
import type { TimeRange } from '../records.ts';

/** A part of a range, with the number of matching rows. */
export interface Block extends TimeRange {
  readonly count: number;
}

/** The texts of periods from `from` up to, not including, `to`. */
export interface PeriodRange {
  readonly from: string;
  readonly to: string;
}

/** A range of time, divided. */
export interface DividedRange {
  /** Months and days that are in the range as a whole. */
  readonly periods: readonly PeriodRange[];
  /** Parts of days, whose rows have to be counted. */
  readonly parts: readonly TimeRange[];
}

/** Returns the range of a query, as far as rows can have its times: PostgreSQL reads no time of the year 0. */
export function rangeOfQuery({
  sinceMs = 0,
  beforeMs = Infinity,
}: {
  readonly sinceMs?: number;
  readonly beforeMs?: number;
}): TimeRange {
  const end = TIMESTAMP_MS_MAX + 1;
  return {
    fromMs: Math.min(Math.max(0, sinceMs), end),
    toMs: Math.min(Math.max(0, beforeMs), end),
  };
}

/** Returns the fewest periods of a range, and what remains at its ends. Times are from 0 on. */
export function divideRange(fromMs: number, toMs: number): DividedRange {
  if (fromMs >= toMs) return { periods: [], parts: [] };
  const firstDayMs = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  const endDayMs = Math.floor(toMs / DAY_MS) * DAY_MS;
  if (firstDayMs > endDayMs) return { periods: [], parts: [{ fromMs, toMs }] };
  const firstMonthMs = ceilMonth(firstDayMs);
  const endMonthMs = floorMonth(endDayMs);
  const periods =
    firstMonthMs > endMonthMs
      ? [daysOf(firstDayMs, endDayMs)]
      : [
          daysOf(firstDayMs, firstMonthMs),
          { from: nameMonth(firstMonthMs), to: nameMonth(endMonthMs) },
          daysOf(endMonthMs, endDayMs),
        ];
  const parts = [
    { fromMs, toMs: firstDayMs },
    { fromMs: endDayMs, toMs },
  ];
  return {
    periods: periods.filter(({ from, to }) => from < to),
    parts: parts.filter((part) => part.fromMs < part.toMs),
  };
}

/** Returns the days from a time up to another; both are starts of days. */
export function daysOf(fromMs: number, toMs: number): PeriodRange {
  return { from: nameDay(fromMs), to: nameDay(toMs) };
}

/** Returns the text of a day's period. */
export function nameDay(ms: number): string {
  return `day ${nameDate(ms, 10)}`;
}

/** Returns the text of a month's period. */
export function nameMonth(ms: number): string {
  return `month ${nameDate(ms, 7)}`;
}

/** Returns the first characters of a date. The end of all times, in the year 10000, sorts after every date. */
function nameDate(ms: number, length: number): string {
  return ms > TIMESTAMP_MS_MAX ? '~' : new Date(ms).toISOString().slice(0, length);
}

/** Returns the time range of a period. */
export function rangeOfPeriod(period: string): TimeRange {
  const [unit = '', date = ''] = period.split(' ');
  const fromMs = Date.parse(unit === 'day' ? date : `${date}-01`);
  return { fromMs, toMs: unit === 'day' ? fromMs + DAY_MS : ceilMonth(fromMs + 1) };
}

/** The rows of a page: `take` rows after the first `skip` of the blocks' rows, newest first. */
export interface Slice {
  readonly skip: number;
  readonly take: number;
  /** The page starts at or after this time, so that an unknown part of the block with it was already returned. */
  readonly downFromMs?: number;
}

/**
 * Returns the blocks that contain the rows of a slice, and the rows to skip in the first of them.
 *
 * @param blocks newest first, none empty.
 */
export function findSlice(
  blocks: readonly Block[],
  { skip, take, downFromMs = Infinity }: Slice,
): { readonly blocks: readonly Block[]; readonly skip: number } {
  const left = blocks.filter(({ fromMs }) => fromMs <= downFromMs);
  const chosen: Block[] = [];
  let skipped = skip;
  let found = 0;
  for (const block of left) {
    if (chosen.length === 0 && skipped >= block.count) {
      skipped -= block.count;
      continue;
    }
    if (found - skipped >= take) break;
    chosen.push(block);
    // A block of which a part was already returned may contain no further row.
    if (block.toMs <= downFromMs || downFromMs === Infinity) found += block.count;
  }
  return { blocks: chosen, skip: skipped };
}

/** Returns the time ranges of blocks, newest first; adjacent ones become one. */
export function joinBlocks(blocks: readonly Block[]): readonly TimeRange[] {
  const joined: TimeRange[] = [];
  for (const { fromMs, toMs } of blocks) {
    const last = joined.at(-1)?.fromMs === toMs ? joined.pop() : undefined;
    joined.push({ fromMs, toMs: last?.toMs ?? toMs });
  }
  return joined;
}

function floorMonth(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

function ceilMonth(ms: number): number {
  const date = new Date(ms - 1);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
