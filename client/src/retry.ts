import { ConnectionError } from './connection-error.ts';
import { ProblemError } from './problem-error.ts';

/** A longer wait is the caller's to decide: the error is thrown instead. */
const WAIT_MS_MAX = 30_000;
/** The first wait of an error that names none; it doubles from attempt to attempt. */
const BACKOFF_MS = 250;

/**
 * Returns how long to wait before the next attempt, `undefined` if a retry cannot help.
 *
 * A 503 of the service without `retry-after` is permanent (`wallet_stopped`).
 *
 * @param attempt zero-based.
 * @param random from 0 to 1, spreads the attempts of many clients.
 */
export function chooseWait(error: unknown, attempt: number, random: number): number | undefined {
  const backoffMs = BACKOFF_MS * 2 ** attempt * (0.5 + random / 2);
  if (error instanceof ConnectionError) return backoffMs;
  if (!(error instanceof ProblemError)) return undefined;
  const { status, code, retryAfterMs } = error;
  if (status !== 429 && status !== 503) return undefined;
  if (retryAfterMs === null) return code === 'unexpected_response' ? backoffMs : undefined;
  return retryAfterMs <= WAIT_MS_MAX ? retryAfterMs : undefined;
}

/** Waits, unless the caller aborts. @throws the reason of the signal. */
export function wait(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
