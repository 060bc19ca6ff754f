/** How a window of a list is requested through ccxt's unified methods. Pure functions. */
import type { VenueList } from './venue-lists.ts';
import { writeEnd, writeStart } from './trait-forms.ts';

/** A window of time `[fromMs, toMs)`, Unix ms. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Arguments of a unified method, and parameters that go to the venue as they are. */
export interface ListRequest {
  readonly since: number | undefined;
  readonly limit: number | undefined;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Returns the request of a window, or of the list without bounds if it is `null`. Bounds and limit have the
 * names of the venue's documentation if the traits state them: ccxt sends some under names that the venue
 * ignores.
 */
export function requestOf(
  { method, traits, takesStart, takesEnd }: VenueList,
  window: Window | null,
): ListRequest {
  const { start, end, limit, limitName, request = {} } = traits;
  const parameters: Record<string, string | number | boolean> = { ...request };
  if (window !== null && start) parameters[start.name] = writeStart(window.fromMs, start.form);
  if (window !== null && end) parameters[end.name] = writeEnd(window.toMs, end.form);
  else if (window !== null && takesEnd && method.until) parameters['until'] = window.toMs;
  if (limitName !== undefined && limit !== undefined) parameters[limitName] = limit;
  return {
    // A millisecond early: whether a venue includes the start itself is not always documented.
    since: window !== null && takesStart && !start ? Math.max(0, window.fromMs - 1) : undefined,
    limit: limitName === undefined ? limit : undefined,
    parameters,
  };
}
