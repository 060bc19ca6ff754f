/** Rows that could not be mapped. */
import type { QuarantinedRow, TimeRange } from '../records.ts';
import type { DueQuery, WindowRecord } from '../sync.ts';
import { misdatedWaitMs } from '../rules/misdated-times.ts';
import type { QuarantineReading } from '../table-rows.ts';
import type { BoundStatement, Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';

const ADD: Statement = {
  name: 'add_to_quarantine',
  text: `INSERT INTO wallet_quarantine
      (wallet_id, quarantined_at_ms, from_ms, to_ms, due_at_ms, key, source, raw, reason)
    SELECT $1, $2::bigint, from_ms, to_ms, $3::bigint, key, source, raw, reason
      FROM unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[])
        AS row (from_ms, to_ms, key, source, raw, reason)
    ON CONFLICT (wallet_id, key) DO UPDATE SET source = excluded.source, raw = excluded.raw,
      reason = excluded.reason, quarantined_at_ms = excluded.quarantined_at_ms,
      from_ms = excluded.from_ms, to_ms = excluded.to_ms, due_at_ms = excluded.due_at_ms`,
};
const LEAVE: Statement = {
  name: 'leave_quarantine',
  text: `DELETE FROM wallet_quarantine WHERE wallet_id = $1
    AND ((source = $2 AND from_ms >= $3 AND to_ms <= $4) OR key = ANY ($5::text[]))`,
};
const POSTPONE: Statement = {
  name: 'postpone_quarantine',
  text: `UPDATE wallet_quarantine SET due_at_ms = $3
    WHERE wallet_id = $1 AND source = $2 AND from_ms < $4 AND to_ms > $5`,
};
const LEAVE_SOURCE: Statement = {
  name: 'leave_quarantine_of_source',
  text: 'DELETE FROM wallet_quarantine WHERE wallet_id = $1 AND source = $2',
};
const WINDOWS: Statement = {
  name: 'list_quarantine_windows',
  text: `SELECT from_ms, to_ms FROM wallet_quarantine
    WHERE wallet_id = $1 AND source = $2 AND (due_at_ms <= $3 OR due_at_ms > $5)
    GROUP BY from_ms, to_ms ORDER BY min(due_at_ms), from_ms LIMIT $4`,
};

/** See `SyncStore.listQuarantineWindows`. */
export async function listQuarantineWindows(
  database: PostgresDatabase,
  walletId: string,
  { source, nowMs, limit }: DueQuery,
): Promise<readonly TimeRange[]> {
  const query = [source, nowMs, limit, misdatedWaitMs(nowMs)] as const;
  const { rows } = await database.runOfWallet(WINDOWS, walletId, ...query);
  return rows.map(([fromMs, toMs]) => ({ fromMs: fromMs as number, toMs: toMs as number }));
}

/** Replaces the rows of a window in quarantine. */
export function replaceWindowQuarantine(
  walletId: string,
  record: WindowRecord,
): readonly BoundStatement[] {
  const { source, window, completeFromMs, readAtMs, quarantineDueAtMs, mappedKeys } = record;
  const unread: readonly BoundStatement[] =
    completeFromMs > window.fromMs
      ? [[POSTPONE, walletId, source, quarantineDueAtMs, completeFromMs, window.fromMs]]
      : [];
  const { quarantined } = record;
  return [
    [LEAVE, walletId, source, completeFromMs, window.toMs, mappedKeys],
    ...unread,
    ...addToQuarantine(walletId, quarantined, { readAtMs, window, dueAtMs: quarantineDueAtMs }),
  ];
}

/** Replaces the rows of a source in quarantine that is always read completely. */
export function replaceSourceQuarantine(
  walletId: string,
  source: string,
  rows: readonly QuarantinedRow[],
  readAtMs: number,
): readonly BoundStatement[] {
  return [[LEAVE_SOURCE, walletId, source], ...addToQuarantine(walletId, rows, { readAtMs })];
}

function addToQuarantine(
  walletId: string,
  rows: readonly QuarantinedRow[],
  { readAtMs, window, dueAtMs }: QuarantineReading,
): readonly BoundStatement[] {
  if (rows.length === 0) return [];
  // A statement may write a row only once, so the last entry of each key is written.
  const latest = [...new Map(rows.map((row) => [row.key, row])).values()];
  return [
    [
      ADD,
      walletId,
      readAtMs,
      dueAtMs ?? null,
      latest.map((row) => (row.window ?? window)?.fromMs ?? null),
      latest.map((row) => (row.window ?? window)?.toMs ?? null),
      latest.map(({ key }) => key),
      latest.map(({ source }) => source),
      latest.map(({ raw }) => raw),
      latest.map(({ reason }) => reason),
    ],
  ];
}
