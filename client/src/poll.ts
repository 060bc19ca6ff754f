import type { CallOptions } from './http-get.ts';
import { wait } from './retry.ts';
import type { WalletResponse } from './wallet-get.ts';

const INTERVAL_MS = 10_000;

/** How {@link poll} repeats a call. */
export interface PollOptions extends Pick<CallOptions, 'signal'> {
  /** Time between two requests in milliseconds; 10 s if absent. */
  readonly intervalMs?: number | undefined;
}

/**
 * Yields the result of a call, then its next result whenever the data, or the state of the synchronisation,
 * has changed. While the data is the same, the service sends no body. Ends when the caller leaves the loop,
 * or aborts.
 *
 * @param read calls the service with the options that it is given.
 * @throws what the call throws after its retries, and the reason of the signal.
 */
export async function* poll<Result extends WalletResponse>(
  read: (options: CallOptions) => Promise<Result>,
  { intervalMs = INTERVAL_MS, signal }: PollOptions = {},
): AsyncGenerator<Result, void, undefined> {
  for (let previous: Result | undefined; ; await wait(intervalMs, signal)) {
    // Without a type of its own, so that the type of the result is inferred from what `read` returns.
    const result = await read({ previous: previous as never, signal });
    if (previous === undefined || isChanged(previous, result)) yield result;
    previous = result;
  }
}

function isChanged(previous: WalletResponse, { etag, sync }: WalletResponse): boolean {
  const { state, error } = previous.sync;
  return etag !== previous.etag || sync.state !== state || sync.error !== error;
}
