/** When the rows of a window that are not final are read again. */
import type { Transaction } from '../domain/transaction.ts';
import type { Recheck, TimeRange } from '../store/records.ts';
import { missingRecheckDueAt, recheckDueAt } from './schedule.ts';

/** A window that was read. */
interface ReadWindow {
  readonly window: TimeRange;
  readonly transactions: readonly Transaction[];
  /** The rows that were due to be read again. */
  readonly due: readonly Recheck[];
  /** The exchange's clock. */
  readonly nowMs: number;
}

/** Returns the rechecks of the rows that are not final, and of due rows in the window that were not listed. */
export function planRechecks({
  window,
  transactions,
  due,
  nowMs,
}: ReadWindow): Omit<Recheck, 'source'>[] {
  const reported = new Set(transactions.map((row) => row.id));
  const notFinal = transactions.flatMap(({ id, status, timestampMs }) => {
    const dueAtMs = recheckDueAt(status, nowMs - timestampMs, nowMs);
    return dueAtMs === undefined ? [] : [{ transactionId: id, timestampMs, dueAtMs }];
  });
  const missing = due
    .filter(({ timestampMs }) => timestampMs >= window.fromMs && timestampMs < window.toMs)
    .filter(({ transactionId: id }) => !reported.has(id))
    .map(({ transactionId: id, timestampMs }) => ({
      transactionId: id,
      timestampMs,
      dueAtMs: missingRecheckDueAt(nowMs),
    }));
  return [...notFinal, ...missing];
}
