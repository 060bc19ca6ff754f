/** Determines if rows of a window may be missing in a response. Pure functions. */
import { DAY_MS } from '../../domain/duration.ts';
import { largest, smallest } from '../client/long-lists.ts';
import type { Window } from './list-request.ts';
import type { UnifiedRow } from './rows.ts';
import type { ListTraits } from './exchange-traits.ts';

/** A list of a response. */
export interface Page {
  /** True if the list may be incomplete because of the exchange's limit. */
  readonly isCut: boolean;
  /** Times of its rows (Unix ms), with omitted ones, in the order of the list; `null` if a row has no time. */
  readonly times: readonly number[] | null;
}

type Order = NonNullable<ListTraits['order']>;

/** Returns the orders of the times: both if all times are equal, none if they are mixed. */
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

/**
 * Returns true if the rows of a list are in order of time. Otherwise it is not a contiguous part of the
 * history.
 */
export function isInOrder({ times }: Page): boolean {
  return times !== null && times.length > 0 && ordersOf(times).length > 0;
}

/**
 * Returns which rows an incomplete list contains, according to the documentation. Without documentation: the
 * newest rows if they come first and the exchange ignores the start of a window, because a list of only the
 * oldest rows would be useless; else `undefined`. The order of a list alone is not certain: Gemini selects
 * the oldest rows and lists them newest first, other exchanges select the newest rows and list them oldest
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
 * Returns true if the list has every row of the window. An incomplete list is a contiguous part of the
 * history only if it is in order of time. It then contains the window in full if it reaches beyond the window
 * on the incomplete side, or on both sides.
 *
 * @param selected the rows that an incomplete list contains.
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
 * Returns the time from which an incomplete list has every row up to its newest one; `null` if that is not
 * certain. Rows with the time of the oldest row may be missing.
 */
export function completeFrom(page: Page, selected: Order | undefined): number | null {
  if (page.times === null || selected !== 'newest-first' || !isInOrder(page)) return null;
  return smallest(page.times) + 1;
}

/**
 * Maximum distance of rows from the bounds: exchanges that filter by days, or by another time of a row,
 * return some rows outside of the bounds.
 */
const SLACK_MS_MAX = DAY_MS;

/**
 * Returns the distance at which rows may lie outside of a window; bounds are requested up to two units wider.
 */
function slackOf({ fromMs, toMs }: Window, unitMs: number): number {
  return Math.max(2 * unitMs, Math.min(SLACK_MS_MAX, toMs - fromMs));
}

/**
 * Returns true if a row is older than the window by more than the window's length or a day. Then the exchange
 * ignores the start of the window, or has no parameter for it.
 *
 * @param unitMs the unit in which the bounds are requested.
 */
export function reachesBefore(times: readonly number[], window: Window, unitMs: number): boolean {
  return times.some((timeMs) => timeMs < window.fromMs - slackOf(window, unitMs));
}

/** Returns true if every row is older than the window by this distance. */
export function liesBefore(times: readonly number[], window: Window, unitMs: number): boolean {
  return times.every((timeMs) => timeMs < window.fromMs - slackOf(window, unitMs));
}

/**
 * Returns true if a row is newer than the window by this distance: the exchange ignores the end of the window.
 */
export function reachesAfter(times: readonly number[], window: Window, unitMs: number): boolean {
  return times.some((timeMs) => timeMs >= window.toMs + slackOf(window, unitMs));
}

/** Returns the rows as one text, to compare two responses. */
export function fingerprintOf(rows: readonly UnifiedRow[]): string {
  return JSON.stringify(rows.map(({ info }) => info));
}
