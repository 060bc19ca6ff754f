import type { RunBounds } from '../rules/misdated-times.ts';
import { type Query, sql } from '../sql/query.ts';

/**
 * Returns the condition on `wallet_sync` for a planned run that must come from a wrong clock: the last outcome is in the
 * future, or the wait is longer than any. Such a wallet is due now.
 */
export function isRunMisdated({ outcomeMs, refreshMs, retryMs }: RunBounds): Query {
  return sql`(next_run_at_ms > ${outcomeMs} AND (
    last_sync_at_ms > ${outcomeMs} OR failure_at_ms > ${outcomeMs} OR next_run_at_ms > ${retryMs}
    OR (failure_code IS NULL AND (last_sync_at_ms IS NULL OR next_run_at_ms > ${refreshMs}))))`;
}
