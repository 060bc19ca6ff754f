/** Assets for which an exchange refuses the list, if it lists rows by asset. Pure functions. */
import { ExchangeError, type HistorySource, type UnreadableRow } from '../exchange.ts';

/** An asset, and the reason why its list cannot be requested. */
export interface RefusedAsset {
  readonly asset: string;
  readonly error: ExchangeError;
}

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Returns true if the exchange refused the request (an unknown coin), or the endpoint is not on the list of
 * read endpoints. Requests for other assets may succeed.
 */
export function isRefusal(error: unknown): error is ExchangeError {
  return error instanceof ExchangeError && error.code === 'exchange_request_refused';
}

/**
 * Returns rows for the quarantine instead of the missing rows of an asset: one for each maximum window of the
 * source that the reading overlaps. So there are few of them, even if the newest rows are read often, and
 * each window is re-read as a whole.
 *
 * @param nowMs the exchange's clock.
 */
export function quarantineAsset(
  { name, startMs, windowMsMax }: HistorySource,
  { fromMs, toMs }: Window,
  { asset, error }: RefusedAsset,
  nowMs: number,
): readonly UnreadableRow[] {
  const numberOf = (timeMs: number): number => Math.floor((timeMs - startMs) / windowMsMax);
  const numbers = new Set([numberOf(fromMs), numberOf(toMs - 1)]);
  return [...numbers].map((number) => {
    const firstMs = startMs + number * windowMsMax;
    return {
      key: `${name}:${asset}:${number}`,
      raw: JSON.stringify({ asset }),
      reason: error.message,
      window: {
        fromMs: firstMs,
        toMs: Math.min(firstMs + windowMsMax, Math.max(toMs, nowMs)),
      },
    };
  });
}
