/** Whether rows of a window may be missing in a response. Pure functions. */
import { DAY_MS } from '../../domain/duration.ts';
import { largest, smallest } from '../client/long-lists.ts';
import type { Window } from './list-request.ts';
import type { UnifiedRow } from './rows.ts';
import type { ListTraits } from './venue-traits.ts';

/** A list of a response. */
export interface Page {
  /** True if the venue may have cut it. */
  readonly isCut: boolean;
  /** Times of its rows (Unix ms) in the order of the list; `null` if one has none. */
  readonly times: readonly number[] | null;
}

type Order = NonNullable<ListTraits['order']>;

/** The orders that times are in: both if they are all equal, none if they are mixed. */
function ordersOf(times: readonly number[]): readonly Order[] {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const orders: Order[] = [];
  if (steps.every((step) => step <= 0)) orders.push('newest-first');
  if (steps.every((step) => step >= 0)) orders.push('oldest-first');
  return orders;
}

/** Returns the order of times; `undefined` if they are mixed, or all equal. */
export function orderOf(times: readonly number[]): Order | undefined {
  const orders = ordersOf(times);
  return orders.length === 1 ? orders[0] : undefined;
}

/** True if the rows of a list are in order of time: only then is it a stretch of the history. */
export function isInOrder({ times }: Page): boolean {
  return times !== null && times.length > 0 && ordersOf(times).length > 0;
}

/**
 * Returns which rows a list contains that the venue cut: by its documentation, else the newest ones
 * if they come first and the venue ignores the start of a window, because a list of only the oldest
 * rows would be of no use. `undefined` if that is not certain: Gemini selects the oldest rows from
 * the start on and lists them newest first, others select the newest ones and list them oldest
 * first.
 */
export function selectedSideOf(
  { times }: Page,
  documented: Order | undefined,
  startWorks: boolean,
): Order | undefined {
  if (documented !== undefined || startWorks || times === null) return documented;
  return orderOf(times) === 'newest-first' ? 'newest-first' : undefined;
}

/**
 * True if the list has every row of the window. A list that was cut is a stretch of the history only
 * if it is in order of time, and then has a window in full if it reaches beyond it on the side of the
 * cut, or on both sides.
 *
 * @param selected which rows a list that is cut contains.
 */
export function hasWindow(
  page: Page,
  { fromMs, toMs }: Window,
  selected: Order | undefined,
): boolean {
  const { isCut, times } = page;
  if (!isCut) return true;
  if (times === null || !isInOrder(page)) return false;
  const isOlder = smallest(times) < fromMs;
  const isNewer = largest(times) >= toMs;
  return (isOlder || selected === 'oldest-first') && (isNewer || selected === 'newest-first');
}

/**
 * Returns the time from which a list that the venue cut has every row up to its newest one; `null` if
 * that is not certain. Rows as old as the oldest one may be cut off too.
 */
export function completeFrom(page: Page, selected: Order | undefined): number | null {
  if (page.times === null || selected !== 'newest-first' || !isInOrder(page)) return null;
  return smallest(page.times) + 1;
}

/** Exchanges that filter by days, or by another time of a row, return some rows beyond the bounds. */
const SLACK_MS_MAX = DAY_MS;

/** Bounds are requested up to two units wider than a window. */
function slackOf({ fromMs, toMs }: Window, unitMs: number): number {
  return Math.max(2 * unitMs, Math.min(SLACK_MS_MAX, toMs - fromMs));
}

/**
 * True if some row is older than a window by more than its length or a day: the venue ignores the
 * start of the window, or the list takes none.
 *
 * @param unitMs the unit in which the bounds are requested.
 */
export function reachesBefore(times: readonly number[], window: Window, unitMs: number): boolean {
  return times.some((timeMs) => timeMs < window.fromMs - slackOf(window, unitMs));
}

/** True if every row is so much older. */
export function liesBefore(times: readonly number[], window: Window, unitMs: number): boolean {
  return times.every((timeMs) => timeMs < window.fromMs - slackOf(window, unitMs));
}

/** True if some row is so much newer: the venue ignores the end of the window. */
export function reachesAfter(times: readonly number[], window: Window, unitMs: number): boolean {
  return times.some((timeMs) => timeMs >= window.toMs + slackOf(window, unitMs));
}

/** Returns the rows as one text, by which two responses are compared. */
export function fingerprintOf(rows: readonly UnifiedRow[]): string {
  return JSON.stringify(rows.map(({ info }) => info));
}
