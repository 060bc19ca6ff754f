/** Computes which windows of a source to read. Pure functions. */
import { DAY_MS } from '../domain/duration.ts';
import type { HistorySource } from '../exchanges/exchange.ts';
import type { CoverageRange, Recheck, TimeRange } from '../store/records.ts';

/** Maximum gap between rechecks that one window contains. */
const RECHECK_GAP_MS = DAY_MS;
/** Some exchanges report times in whole seconds, but search by milliseconds. */
const RECHECK_SPAN_MS = 1000;

/**
 * Returns the window that brings a source up to now. It starts at the end of coverage, less an overlap for
 * rows that arrive late; for a source that was never read it is the newest part.
 *
 * @param coverage of this source: sorted ranges that do not touch.
 */
export function headWindow(
  source: HistorySource,
  coverage: readonly TimeRange[],
  nowMs: number,
): TimeRange {
  // Coverage in the future was recorded under a wrong clock and does not count.
  const covered = coverage.findLast((range) => range.fromMs < nowMs)?.toMs;
  const coveredToMs = covered === undefined ? undefined : Math.min(covered, nowMs);
  const unreadMs = source.order === 'newest-first' ? source.windowMsMax : source.overlapMs;
  const fromMs = coveredToMs === undefined ? nowMs - unreadMs : coveredToMs - source.overlapMs;
  return { fromMs: Math.max(earliestMs(source, nowMs), fromMs), toMs: nowMs };
}

/**
 * Returns the earliest time (Unix ms) that is requested: the source's start. If the exchange's clock is before
 * it, there may still be rows, so no time is too early.
 */
export function earliestMs({ startMs }: HistorySource, nowMs: number): number {
  return startMs < nowMs ? startMs : -Infinity;
}

/** Returns the parts of `range` that are not covered, or that a caller wants to be read again, oldest first. */
export function unreadRanges(coverage: readonly CoverageRange[], range: TimeRange): TimeRange[] {
  const gaps: TimeRange[] = [];
  let fromMs = range.fromMs;
  for (const covered of coverage) {
    if (covered.rereadRequestedAtMs !== null) continue;
    if (covered.toMs <= fromMs) continue;
    if (covered.fromMs >= range.toMs) break;
    if (covered.fromMs > fromMs) gaps.push({ fromMs, toMs: covered.fromMs });
    fromMs = covered.toMs;
  }
  if (fromMs < range.toMs) gaps.push({ fromMs, toMs: range.toMs });
  return gaps;
}

/** Cuts a range into windows that the source accepts, in reading order. */
export function cutIntoWindows(source: HistorySource, range: TimeRange): TimeRange[] {
  const windows: TimeRange[] = [];
  let toMs = range.toMs;
  // From the end, so that the newest window is a full one.
  while (toMs > range.fromMs) {
    const fromMs = Math.max(range.fromMs, toMs - source.windowMsMax);
    windows.push({ fromMs, toMs });
    toMs = fromMs;
  }
  return source.order === 'newest-first' ? windows : windows.toReversed();
}

/** Returns the two halves of a window, in reading order. */
export function halveWindow(source: HistorySource, window: TimeRange): [TimeRange, TimeRange] {
  const middleMs = window.fromMs + Math.ceil((window.toMs - window.fromMs) / 2);
  const older = { fromMs: window.fromMs, toMs: middleMs };
  const newer = { fromMs: middleMs, toMs: window.toMs };
  return source.order === 'newest-first' ? [newer, older] : [older, newer];
}

/**
 * Returns windows that contain these rechecks. Close ones share a window, unless the source is read oldest first: a later row
 * of such a source changes an earlier one, so a window between two rechecks could contain the earlier row alone.
 */
export function recheckWindows(
  { order }: Pick<HistorySource, 'order'>,
  rechecks: readonly Recheck[],
): TimeRange[] {
  const gapMs = order === 'oldest-first' ? 0 : RECHECK_GAP_MS;
  const windows: { fromMs: number; toMs: number }[] = [];
  for (const { timestampMs } of rechecks.toSorted((a, b) => a.timestampMs - b.timestampMs)) {
    const last = windows.at(-1);
    const toMs = timestampMs + RECHECK_SPAN_MS;
    if (last !== undefined && timestampMs - last.toMs < gapMs) last.toMs = toMs;
    else windows.push({ fromMs: timestampMs, toMs });
  }
  return windows;
}

/** Returns the ranges of a source. */
export function coverageOf(
  coverage: readonly CoverageRange[],
  source: HistorySource,
): CoverageRange[] {
  return coverage.filter((range) => range.source === source.name);
}
