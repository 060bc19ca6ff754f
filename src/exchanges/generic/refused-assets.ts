/** Assets whose list is refused by an exchange that lists rows by asset. Pure functions. */
import { ExchangeError, type HistorySource, type UnreadableRow } from '../exchange.ts';

/** An asset and why its list cannot be requested. */
export interface RefusedAsset {
  readonly asset: string;
  readonly error: ExchangeError;
}

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * True if the request itself was refused, by the exchange (an unknown coin) or by the list of read
 * endpoints: the request of another asset may succeed.
 */
export function isRefusal(error: unknown): error is ExchangeError {
  return error instanceof ExchangeError && error.code === 'exchange_request_refused';
}

/**
 * Returns rows for the quarantine, in place of the missing rows of an asset: one for each of the source's
 * longest windows that the reading is in, so that there are few of them however often the newest rows are
 * read, and each window is re-read as a whole.
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
