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

/**
 * True where some row lies outside of a window by more than a day: the exchange does not narrow its
 * list by at least one of the bounds, and a shorter window would bring the same rows.
 */
export function reachesOutside(
  rows: readonly UnifiedRow[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): boolean {
  return rows.some(({ timestamp }) => {
    const timeMs = Number(timestamp ?? Number.NaN);
    return timeMs < fromMs - SLACK_MS || timeMs >= toMs + SLACK_MS;
  });
}

/** Exchanges that narrow by days, or by another time of a row, tell some rows beyond the bounds. */
const SLACK_MS = 86_400_000;

/** The rows as one text, by which two answers are compared. */
export function fingerprintOf(rows: readonly UnifiedRow[]): string {
  return JSON.stringify(rows.map(({ info }) => info));
}
