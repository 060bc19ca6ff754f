import type { ClaimTimes } from '../records.ts';
import {
  DELIVERY_WAIT_MS_MAX,
  RETRY_WAIT_MS_MAX,
  RUN_WAIT_MS_MAX,
  WORKER_DIFFERENCE_MS_MAX,
} from '../rules/misdated-times.ts';
import { type Query, sql } from '../sql/query.ts';

/**
 * Returns the condition on `wallet_sync` for a planned run that must come from a wrong clock: the last outcome is in the
 * future, or the wait is longer than any. Such a wallet is due now.
 *
 * @param refreshWaitMsMax maximum wait (ms) after a success; by default 27 hours.
 */
export function isRunMisdated(nowMs: number, refreshWaitMsMax = RUN_WAIT_MS_MAX): Query {
  const latestMs = nowMs + WORKER_DIFFERENCE_MS_MAX;
  return sql`(next_run_at_ms > ${latestMs} AND (last_sync_at_ms > ${latestMs}
    OR failure_at_ms > ${latestMs} OR next_run_at_ms > ${latestMs + RUN_WAIT_MS_MAX}
    OR (failure_code IS NULL
      AND (last_sync_at_ms IS NULL OR next_run_at_ms > ${latestMs + refreshWaitMsMax}))))`;
}

/**
 * Returns the condition on a table `due` of deliveries for a planned attempt that must come from a wrong clock: it is
 * further in the future than any wait that the service chooses, and the failure that planned it is missing or in the future too,
 * or the wait is longer than any that a receiver can request. Such a delivery is due now.
 */
export function isAttemptMisdated(nowMs: number): Query {
  const latestMs = nowMs + WORKER_DIFFERENCE_MS_MAX;
  // The first comparison keeps the search in the index small: few deliveries wait because their receiver requested it.
  return sql`(due.next_attempt_at_ms > ${latestMs + RETRY_WAIT_MS_MAX}
    AND (due.failing_since_ms IS NULL OR due.failing_since_ms > ${latestMs}
      OR due.next_attempt_at_ms > ${latestMs + DELIVERY_WAIT_MS_MAX}))`;
}

/**
 * Returns the condition on a table `due` that no worker has the lease: it has none, or its end is in the past or comes from
 * a wrong clock: it is later than the length of a lease from now, with the same time for differences between workers' clocks.
 */
export function isFree({ nowMs, untilMs }: ClaimTimes): Query {
  return sql`(due.lease_until_ms IS NULL OR due.lease_until_ms <= ${nowMs}
    OR due.lease_until_ms > ${untilMs + (untilMs - nowMs)})`;
}
