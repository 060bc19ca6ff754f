/** Builds the request of a window through ccxt's unified methods. Pure functions. */
import type { HistoryList } from './history-lists.ts';
import { writeEnd, writeStart } from './trait-forms.ts';

/** A window of time `[fromMs, toMs)`, Unix ms. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Arguments of a unified method, and parameters that are sent to the exchange unchanged. */
export interface ListRequest {
  readonly since: number | undefined;
  readonly limit: number | undefined;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Returns the request of a window, or of the list without bounds if `window` is `null`. If the traits contain
 * the names of the bounds and the limit in the exchange's documentation, they are used, because ccxt sends some
 * under names that the exchange ignores.
 */
export function requestOf(
  { method, traits, takesStart, takesEnd }: HistoryList,
  window: Window | null,
): ListRequest {
  const { start, end, limit, limitName, request = {} } = traits;
  const parameters: Record<string, string | number | boolean> = { ...request };
  if (window !== null && start) parameters[start.name] = writeStart(window.fromMs, start.form);
  if (window !== null && end) parameters[end.name] = writeEnd(window.toMs, end.form);
  else if (window !== null && takesEnd && method.until) parameters['until'] = window.toMs;
  if (limitName !== undefined && limit !== undefined) parameters[limitName] = limit;
  return {
    // A millisecond earlier, because some exchanges do not document if the start is included.
    since: window !== null && takesStart && !start ? Math.max(0, window.fromMs - 1) : undefined,
    limit: limitName === undefined ? limit : undefined,
    parameters,
  };
}
