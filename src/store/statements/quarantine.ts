/** Rows of the exchange that could not be mapped, in their raw form. */
import type { QuarantinedRow, TimeRange } from '../records.ts';
import { misdatedWaitMs } from '../rules/misdated-times.ts';
import type { Session } from '../sql/database.ts';
import { insertInto, type Query, records, sql } from '../sql/query.ts';
import type { DueQuery, WindowRecord } from '../sync.ts';

/** Returns the due windows of a source with quarantined rows, longest due first. */
export function listQuarantineWindows(
  session: Session,
  walletNo: Query,
  { source, nowMs, limit }: DueQuery,
): Promise<readonly TimeRange[]> {
  return session.rows<TimeRange>(sql`SELECT from_ms AS "fromMs", to_ms AS "toMs"
    FROM wallet_quarantine
    WHERE wallet_no = ${walletNo} AND source = ${source}
      AND (due_at_ms <= ${nowMs} OR due_at_ms > ${misdatedWaitMs(nowMs)})
    GROUP BY from_ms, to_ms ORDER BY min(due_at_ms), from_ms LIMIT ${limit}`);
}

/** Replaces the quarantined rows of a window. */
export async function replaceWindowQuarantine(
  session: Session,
  walletNo: number,
  record: WindowRecord,
): Promise<void> {
  const { source, window, completeFromMs, readAtMs, mappedKeys, quarantined } = record;
  const dueAtMs = record.quarantineDueAtMs;
  await session.change(sql`DELETE FROM wallet_quarantine WHERE wallet_no = ${walletNo}
    AND source = ${source} AND from_ms >= ${completeFromMs} AND to_ms <= ${window.toMs}`);
  // A window that has to be divided is read in parts: the rows that remain are in the parts that were not read yet.
  const startIsRead = sql`from_ms >= ${completeFromMs} AND from_ms < ${window.toMs}`;
  await session.change(sql`UPDATE wallet_quarantine SET
      from_ms = CASE WHEN ${startIsRead} THEN ${window.toMs} ELSE from_ms END,
      to_ms = CASE WHEN ${startIsRead} THEN to_ms ELSE ${completeFromMs} END
    WHERE wallet_no = ${walletNo} AND source = ${source}
      AND (${startIsRead} OR (to_ms > ${completeFromMs} AND to_ms <= ${window.toMs}))`);
  if (completeFromMs > window.fromMs) {
    // The exchange does not return this part, so its rows remain.
    await session.change(sql`UPDATE wallet_quarantine SET due_at_ms = ${dueAtMs}
      WHERE wallet_no = ${walletNo} AND source = ${source}
        AND from_ms < ${completeFromMs} AND to_ms > ${window.fromMs}`);
  }
  const mapped = records(mappedKeys, { key: ['text', (key) => key] });
  await session.change(sql`DELETE FROM wallet_quarantine WHERE wallet_no = ${walletNo}
    AND key IN (SELECT mapped.key FROM ${mapped} AS mapped)`);
  await addToQuarantine(session, walletNo, quarantined, readAtMs, window, dueAtMs);
}

/** Replaces all quarantined rows of a source that is always read in full. */
export async function replaceSourceQuarantine(
  session: Session,
  walletNo: number,
  source: string,
  rows: readonly Omit<QuarantinedRow, 'source'>[],
  readAtMs: number,
): Promise<void> {
  await session.change(sql`DELETE FROM wallet_quarantine
    WHERE wallet_no = ${walletNo} AND source = ${source}`);
  const named = rows.map((row) => ({ ...row, source }));
  await addToQuarantine(session, walletNo, named, readAtMs);
}

async function addToQuarantine(
  session: Session,
  walletNo: number,
  quarantined: readonly QuarantinedRow[],
  readAtMs: number,
  window: TimeRange | null = null,
  dueAtMs: number | null = null,
): Promise<void> {
  // A later row of a list replaces an earlier one; one statement could not change the same row twice.
  const unique = [...new Map(quarantined.map((row) => [row.key, row])).values()];
  const inserted = insertInto(
    'wallet_quarantine',
    unique,
    {
      wallet_no: ['integer', () => walletNo],
      key: ['text', ({ key }) => key],
      source: ['text', ({ source }) => source],
      raw: ['text', ({ raw }) => raw],
      reason: ['text', ({ reason }) => reason],
      quarantined_at_ms: ['bigint', () => readAtMs],
      from_ms: ['bigint', (row) => (row.window ?? window)?.fromMs ?? null],
      to_ms: ['bigint', (row) => (row.window ?? window)?.toMs ?? null],
      due_at_ms: ['bigint', () => dueAtMs],
    },
    sql`ON CONFLICT (wallet_no, key) DO UPDATE SET source = excluded.source, raw = excluded.raw,
      reason = excluded.reason, quarantined_at_ms = excluded.quarantined_at_ms,
      from_ms = excluded.from_ms, to_ms = excluded.to_ms, due_at_ms = excluded.due_at_ms`,
  );
  await session.change(inserted);
}
