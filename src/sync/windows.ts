/** Which windows of a source to read. Pure. */
import { DAY_MS } from '../domain/duration.ts';
import type { HistorySource } from '../exchanges/exchange.ts';
import type { Recheck, TimeRange } from '../store/store.ts';

/** Rechecks nearer to each other than this are read in one window. */
const RECHECK_GAP_MS = DAY_MS;
/** Exchanges tell some times in whole seconds and search by their own milliseconds. */
const RECHECK_SPAN_MS = 1000;

/**
 * The window that brings a source up to now: from where coverage ends, less the overlap for rows
 * that arrive late, or for a source that was never read its newest part.
 *
 * @param coverage of this source, sorted, apart from each other.
 */
export function headWindow(
  source: HistorySource,
  coverage: readonly TimeRange[],
  nowMs: number,
): TimeRange {
  // Coverage beyond now was recorded under a wrong clock: what comes until then is not covered.
  const covered = coverage.findLast((range) => range.fromMs < nowMs)?.toMs;
  const coveredToMs = covered === undefined ? undefined : Math.min(covered, nowMs);
  const unreadMs = source.order === 'newest-first' ? source.windowMsMax : source.overlapMs;
  const fromMs = coveredToMs === undefined ? nowMs - unreadMs : coveredToMs - source.overlapMs;
  // An exchange that is before the supposed start has rows all the same.
  const isBegun = source.startMs < nowMs;
  return { fromMs: isBegun ? Math.max(source.startMs, fromMs) : fromMs, toMs: nowMs };
}

/** The parts of `range` that coverage lacks, oldest first. */
export function uncoveredRanges(coverage: readonly TimeRange[], range: TimeRange): TimeRange[] {
  const gaps: TimeRange[] = [];
  let fromMs = range.fromMs;
  for (const covered of coverage) {
    if (covered.toMs <= fromMs) continue;
    if (covered.fromMs >= range.toMs) break;
    if (covered.fromMs > fromMs) gaps.push({ fromMs, toMs: covered.fromMs });
    fromMs = covered.toMs;
  }
  if (fromMs < range.toMs) gaps.push({ fromMs, toMs: range.toMs });
  return gaps;
}

/** Cuts a range into windows that a source takes, in the order in which it is read. */
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

/** The two halves of a window, in the order in which the source is read. */
export function halveWindow(source: HistorySource, window: TimeRange): [TimeRange, TimeRange] {
  const middleMs = window.fromMs + Math.ceil((window.toMs - window.fromMs) / 2);
  const older = { fromMs: window.fromMs, toMs: middleMs };
  const newer = { fromMs: middleMs, toMs: window.toMs };
  return source.order === 'newest-first' ? [newer, older] : [older, newer];
}

/** The windows that hold these rechecks, rechecks near each other in one. */
export function recheckWindows(rechecks: readonly Recheck[]): TimeRange[] {
  const windows: { fromMs: number; toMs: number }[] = [];
  for (const { timestampMs } of rechecks.toSorted((a, b) => a.timestampMs - b.timestampMs)) {
    const last = windows.at(-1);
    const toMs = timestampMs + RECHECK_SPAN_MS;
    if (last !== undefined && timestampMs - last.toMs < RECHECK_GAP_MS) last.toMs = toMs;
    else windows.push({ fromMs: timestampMs, toMs });
  }
  return windows;
}
