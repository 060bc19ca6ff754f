/** Where an exchange stops telling: what a page of so many rows says. Pure. */
import type { UnifiedRow } from './rows.ts';

/** Lengths at which exchanges cut their lists when nothing else is asked, or silently. */
const USUAL_LENGTHS: ReadonlySet<number> = new Set([
  10, 15, 20, 25, 30, 50, 100, 150, 200, 250, 300, 500, 1000,
]);

/** True where a list may have been cut. */
export function mayBeCut(rowCount: number, limit: number | undefined): boolean {
  return (limit !== undefined && rowCount >= limit) || USUAL_LENGTHS.has(rowCount);
}

/** A window of time, Unix ms. */
interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Exchanges that narrow by days, or by another time of a row, tell some rows beyond the bounds. */
const SLACK_MS_MAX = 86_400_000;

function slackOf({ fromMs, toMs }: Window): number {
  return Math.min(SLACK_MS_MAX, toMs - fromMs);
}

/**
 * True where some row is older than a window by more than its length or a day: the exchange does not
 * look at the first bound, and a shorter window would bring the same rows.
 */
export function reachesBefore(rows: readonly UnifiedRow[], window: Window): boolean {
  const limitMs = window.fromMs - slackOf(window);
  return rows.some(({ timestamp }) => typeof timestamp === 'number' && timestamp < limitMs);
}

/** True where some row is so much newer: the exchange does not look at the last bound. */
export function reachesAfter(rows: readonly UnifiedRow[], window: Window): boolean {
  const limitMs = window.toMs + slackOf(window);
  return rows.some(({ timestamp }) => typeof timestamp === 'number' && timestamp >= limitMs);
}

/** The rows as one text, by which two answers are compared. */
export function fingerprintOf(rows: readonly UnifiedRow[]): string {
  return JSON.stringify(rows.map(({ info }) => info));
}
