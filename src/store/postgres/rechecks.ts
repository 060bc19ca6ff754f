/** Rows that are not final and are re-read. */
import type { Recheck } from '../records.ts';
import type { DueQuery, WindowRecord } from '../sync.ts';
import { RECHECK_COLUMNS, toRecheck } from '../table-rows.ts';
import { misdatedWaitMs } from '../rules/misdated-times.ts';
import type { BoundStatement, Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';

const LIST: Statement = {
  name: 'list_rechecks',
  text: `SELECT ${RECHECK_COLUMNS} FROM wallet_recheck
    WHERE wallet_id = $1 AND source = $2 AND (due_at_ms <= $3 OR due_at_ms > $5)
    ORDER BY due_at_ms, transaction_id LIMIT $4`,
};
const REMOVE: Statement = {
  name: 'remove_rechecks',
  text: 'DELETE FROM wallet_recheck WHERE wallet_id = $1 AND transaction_id = ANY ($2::text[])',
};
const ADD: Statement = {
  name: 'add_rechecks',
  text: `INSERT INTO wallet_recheck (wallet_id, source, transaction_id, timestamp_ms, due_at_ms)
    SELECT $1, $2, * FROM unnest($3::text[], $4::bigint[], $5::bigint[])
    ON CONFLICT (wallet_id, transaction_id) DO UPDATE SET source = excluded.source,
      timestamp_ms = excluded.timestamp_ms, due_at_ms = excluded.due_at_ms`,
};

/** See `SyncStore.listRechecks`. */
export async function listRechecks(
  database: PostgresDatabase,
  walletId: string,
  { source, nowMs, limit }: DueQuery,
): Promise<readonly Recheck[]> {
  const query = [source, nowMs, limit, misdatedWaitMs(nowMs)] as const;
  return (await database.runOfWallet(LIST, walletId, ...query)).rows.map(toRecheck);
}

/** Replaces the rows of a window that are to be re-read. */
export function replaceRechecks(
  walletId: string,
  { source, transactions, rechecks }: WindowRecord,
): readonly BoundStatement[] {
  const statements: BoundStatement[] = [];
  if (transactions.length > 0) {
    statements.push([REMOVE, walletId, transactions.map(({ id }) => id)]);
  }
  if (rechecks.length === 0) return statements;
  // A statement may write a row only once, so the last entry of each transaction is written.
  const latest = [...new Map(rechecks.map((row) => [row.transactionId, row])).values()];
  statements.push([
    ADD,
    walletId,
    source,
    latest.map(({ transactionId }) => transactionId),
    latest.map(({ timestampMs }) => timestampMs),
    latest.map(({ dueAtMs }) => dueAtMs),
  ]);
  return statements;
}
