import { ConnectionError } from './connection-error.ts';
import { ProblemError } from './problem-error.ts';

/** Maximum wait before a retry. If the service requests a longer wait, the error is thrown. */
const WAIT_MS_MAX = 30_000;
/** Problems that may last for minutes. */
const LASTING: ReadonlySet<string> = new Set(['wallet_not_synced', 'exchange_unavailable']);
/** First wait if the error contains no wait. It doubles with each attempt. */
const BACKOFF_MS = 250;

/**
 * Whether the service did not respond, so that it may have executed the request or not. A proxy returns 502 or 504 then,
 * without a problem document of the service (RFC 9110 §15.6.3 and §15.6.5).
 */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ProblemError) || error.code !== 'unexpected_response') return false;
  return error.status === 502 || error.status === 504;
}

/**
 * Returns the wait before the next attempt, in milliseconds; `undefined` if the error is permanent.
 *
 * The first of two equal requests is waited for (`idempotency_running`). A 503 problem without `retry-after` is
 * permanent (`wallet_stopped`). `wallet_not_synced` and `exchange_unavailable` are not retried here: the first synchronisation
 * and an outage of an exchange may take minutes, and the caller knows whether to wait.
 *
 * @param attempt zero-based.
 * @param random from 0 to 1. Distributes the attempts of many clients over time.
 */
export function chooseWait(error: unknown, attempt: number, random: number): number | undefined {
  const backoffMs = BACKOFF_MS * 2 ** attempt * (0.5 + random / 2);
  if (isUnanswered(error)) return backoffMs;
  if (!(error instanceof ProblemError)) return undefined;
  const { status, code, retryAfterMs } = error;
  const isBusy = status === 429 || status === 503 || code === 'idempotency_running';
  if (!isBusy || LASTING.has(code)) return undefined;
  if (retryAfterMs === null) return code === 'unexpected_response' ? backoffMs : undefined;
  return retryAfterMs <= WAIT_MS_MAX ? retryAfterMs : undefined;
}

/** Waits for a time. @throws the reason of the signal if the caller aborts. */
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
