/** Computes when a failed delivery is retried. Pure functions. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../domain/duration.ts';

const BACKOFF_MS = 5 * SECOND_MS;
/** Short enough that a receiver gets its events soon after it has recovered. */
const BACKOFF_MS_MAX = 10 * MINUTE_MS;
/** Part of a wait that is random, so that many wallets are not retried at the same time. */
const JITTER = 0.2;
/** Maximum wait that a receiver can request. */
const RETRY_AFTER_MS_MAX = DAY_MS;
/** An endpoint is disabled if an event of a wallet has failed for this time. */
export const FAILING_MS_MAX = 5 * DAY_MS;
/**
 * Minimum attempts before an endpoint is disabled, about three hours: the time alone also passes while this service is
 * stopped, or when a wrong clock of this machine is corrected.
 */
export const FAILING_ATTEMPTS_MIN = 24;

/**
 * Returns the wait after a failed attempt: 5 s, doubled for each further failure up to 10 min, less up to a fifth;
 * longer if the receiver requests it, up to a day.
 *
 * @param failureCount consecutive failures, from 1.
 * @param random 0 to 1.
 */
export function retryDelayMs(
  failureCount: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  const backoffMs = Math.min(BACKOFF_MS * 2 ** (failureCount - 1), BACKOFF_MS_MAX);
  const jittered = backoffMs * (1 - JITTER * random);
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX)));
}

/** Parses the header `retry-after`: seconds, or a date. Returns milliseconds; `undefined` if it is invalid. */
export function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
