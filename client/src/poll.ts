import { wait } from './retry.ts';
import type { CallOptions, WalletResponse } from './wallet-get.ts';

const INTERVAL_MS = 10_000;

/** Options of {@link poll}. */
export interface PollOptions extends Pick<CallOptions, 'signal'> {
  /** Time between two requests in milliseconds; 10 s if absent. */
  readonly intervalMs?: number | undefined;
}

/**
 * Yields the result of a call, and then each result whose data or synchronisation state has changed. While
 * the data is unchanged, the service sends no body. If a proxy removes `ETag`, every result is yielded, because each may have
 * changed. Ends when the caller leaves the loop or aborts.
 *
 * @param read calls the service with the options that it receives.
 * @throws the error of the call after its retries, or the reason of the signal.
 */
export async function* poll<Result extends WalletResponse>(
  read: (options: CallOptions) => Promise<Result>,
  { intervalMs = INTERVAL_MS, signal }: PollOptions = {},
): AsyncGenerator<Result, void, undefined> {
  for (let previous: Result | undefined; ; await wait(intervalMs, signal)) {
    // No type annotation: the type of the result is inferred from `read`.
    const result = await read({ previous: previous as never, signal });
    if (previous === undefined || isChanged(previous, result)) yield result;
    previous = result;
  }
}

function isChanged(previous: WalletResponse, { etag, sync }: WalletResponse): boolean {
  const { state, error } = previous.sync;
  const isSameData = etag !== null && etag === previous.etag;
  return !isSameData || sync.state !== state || sync.error !== error;
}
