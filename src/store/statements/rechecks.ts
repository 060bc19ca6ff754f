/** Rows that are not final, and when each is read again. */
import type { Recheck } from '../records.ts';
import { misdatedWaitMs } from '../rules/misdated-times.ts';
import type { Session } from '../sql/database.ts';
import { raw, records, sql } from '../sql/query.ts';
import type { DueQuery, WindowRecord } from '../sync.ts';

const COLUMNS = raw(`transaction_id AS "transactionId", source, timestamp_ms AS "timestampMs",
  due_at_ms AS "dueAtMs"`);

/** Returns the due rows of a source, longest due first. */
export function listRechecks(
  session: Session,
  walletNo: number,
  { source, nowMs, limit }: DueQuery,
): Promise<readonly Recheck[]> {
  return session.rows<Recheck>(sql`SELECT ${COLUMNS} FROM wallet_recheck
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
  if (rechecks.length === 0) return;
  const list = records(rechecks, {
    id: ['text', ({ transactionId }) => transactionId],
    timestamp_ms: ['bigint', ({ timestampMs }) => timestampMs],
    due_at_ms: ['bigint', ({ dueAtMs }) => dueAtMs],
  });
  await session.change(sql`INSERT INTO wallet_recheck
      (wallet_no, transaction_id, source, timestamp_ms, due_at_ms)
    SELECT CAST(${walletNo} AS integer), list.id, CAST(${source} AS text), list.timestamp_ms,
        list.due_at_ms
      FROM ${list} AS list WHERE true
    ON CONFLICT (wallet_no, transaction_id) DO UPDATE SET source = excluded.source,
      timestamp_ms = excluded.timestamp_ms, due_at_ms = excluded.due_at_ms`);
}
