/** Rows that are not final, and when each is read again. */
import type { Recheck } from '../records.ts';
import { misdatedWaitMs } from '../rules/misdated-times.ts';
import type { Session } from '../sql/database.ts';
import { insertInto, type Query, records, sql } from '../sql/query.ts';
import type { DueQuery, WindowRecord } from '../sync.ts';

/** Returns the due rows of a source, longest due first. */
export function listRechecks(
  session: Session,
  walletNo: Query,
  { source, nowMs, limit }: DueQuery,
): Promise<readonly Recheck[]> {
  return session.rows<Recheck>(sql`SELECT transaction_id AS "transactionId", source,
      timestamp_ms AS "timestampMs", due_at_ms AS "dueAtMs"
    FROM wallet_recheck
    WHERE wallet_no = ${walletNo} AND source = ${source}
      AND (due_at_ms <= ${nowMs} OR due_at_ms > ${misdatedWaitMs(nowMs)})
    ORDER BY due_at_ms, transaction_id LIMIT ${limit}`);
}

/** Replaces the rechecks of the rows of a window. */
export async function replaceRechecks(
  session: Session,
  walletNo: number,
  { source, transactions, rechecks }: Pick<WindowRecord, 'source' | 'transactions' | 'rechecks'>,
): Promise<void> {
  const read = records(transactions, { id: ['text', ({ id }) => id] });
  await session.change(sql`DELETE FROM wallet_recheck WHERE wallet_no = ${walletNo}
    AND transaction_id IN (SELECT read.id FROM ${read} AS read)`);
  const inserted = insertInto(
    'wallet_recheck',
    rechecks,
    {
      wallet_no: ['integer', () => walletNo],
      transaction_id: ['text', ({ transactionId }) => transactionId],
      source: ['text', () => source],
      timestamp_ms: ['bigint', ({ timestampMs }) => timestampMs],
      due_at_ms: ['bigint', ({ dueAtMs }) => dueAtMs],
    },
    sql`ON CONFLICT (wallet_no, transaction_id) DO UPDATE SET source = excluded.source,
      timestamp_ms = excluded.timestamp_ms, due_at_ms = excluded.due_at_ms`,
  );
  await session.change(inserted);
}
