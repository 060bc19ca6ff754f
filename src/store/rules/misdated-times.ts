/** Rules of both engines for times that were stored under a wrong clock. Pure functions. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';

/** Maximum wait for a row, with a margin: a failed row of a week is rechecked after a quarter of its age. */
const WAIT_MS_MAX = 2 * DAY_MS;
/** Maximum wait for a wallet, with a margin: an interval of a day with its jitter, or a `retry-after` of a day. */
export const RUN_WAIT_MS_MAX = 27 * HOUR_MS;
/** Maximum wait after a failed delivery, unless its receiver requests a longer one (`webhooks/retry.ts`). */
export const RETRY_WAIT_MS_MAX = 10 * MINUTE_MS;
/** Maximum wait after a failed delivery: a receiver can request a day. */
export const DELIVERY_WAIT_MS_MAX = DAY_MS;
/** Maximum difference between the clocks of workers. A time that is further in the future is wrong. */
export const WORKER_DIFFERENCE_MS_MAX = MINUTE_MS;

/** Returns the time after which the end of a wait for a row must come from a wrong clock. */
export function misdatedWaitMs(nowMs: number): number {
  return nowMs + WAIT_MS_MAX;
}

/** Maximum difference between the clocks of machines, of exchanges and of the process that checks. */
const CLOCK_DIFFERENCE_MS_MAX = 600_000;

/**
 * The stored times that determine when the synchronisation runs: table, column, maximum distance in the future under a
 * correct clock, and the name of the records for messages.
 */
export const BOUNDED_TIMES = [
  ['wallet_coverage', 'to_ms', CLOCK_DIFFERENCE_MS_MAX, 'ranges of coverage'],
  ['wallet_sync', 'lease_until_ms', CLOCK_DIFFERENCE_MS_MAX, 'leases'],
  ['wallet_sync', 'last_sync_at_ms', WORKER_DIFFERENCE_MS_MAX, 'last synchronisations'],
  ['wallet_sync', 'failure_at_ms', WORKER_DIFFERENCE_MS_MAX, 'failed synchronisations'],
  ['wallet_recheck', 'due_at_ms', WAIT_MS_MAX, 'rechecks'],
  ['wallet_quarantine', 'due_at_ms', WAIT_MS_MAX, 're-reads of quarantined rows'],
] as const;
