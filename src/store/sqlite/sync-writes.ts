import { BALANCE_SOURCE, type QuarantinedRow, type Recheck, type TimeRange } from '../records.ts';
import type {
  BalanceRecord,
  DueQuery,
  RefreshOutcome,
  WalletLease,
  WindowRecord,
} from '../sync.ts';
import { replaceBalances } from './balances.ts';
import { type QuarantineReading, RECHECK_COLUMNS, toRecheck } from '../table-rows.ts';
import type { SqliteConnection } from './connection.ts';
import { misdatedWaitMs } from '../rules/misdated-times.ts';
import { applyOutcome } from '../rules/sync-outcome.ts';
import { checksumAfter } from '../sync-state-checksum.ts';
import { addCoverage, subtractCoverage } from './coverage.ts';
import { writeUnderLease } from './leases.ts';
import { mergeTransactions } from './transaction-writes.ts';
import { recordOutcomeEvents } from './wallet-events.ts';
import { readStoredState } from './wallets.ts';

const QUARANTINE = `INSERT INTO wallet_quarantine
    (wallet_no, key, source, raw, reason, quarantined_at_ms, from_ms, to_ms, due_at_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (wallet_no, key) DO UPDATE SET source = excluded.source, raw = excluded.raw,
    reason = excluded.reason, quarantined_at_ms = excluded.quarantined_at_ms,
    from_ms = excluded.from_ms, to_ms = excluded.to_ms, due_at_ms = excluded.due_at_ms`;
const LEAVE_QUARANTINE = `DELETE FROM wallet_quarantine
  WHERE wallet_no = ? AND source = ? AND from_ms >= ? AND to_ms <= ?`;
const POSTPONE_QUARANTINE = `UPDATE wallet_quarantine SET due_at_ms = ?
  WHERE wallet_no = ? AND source = ? AND from_ms < ? AND to_ms > ?`;
const ADD_RECHECK = `INSERT INTO wallet_recheck
    (wallet_no, transaction_id, source, timestamp_ms, due_at_ms) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (wallet_no, transaction_id) DO UPDATE SET source = excluded.source,
    timestamp_ms = excluded.timestamp_ms, due_at_ms = excluded.due_at_ms`;
const WRITE_SYNC_STATE = `UPDATE wallet_sync SET next_run_at_ms = ?2, last_sync_at_ms = ?3,
    history_complete = ?4, failure_code = ?5, failure_message = ?6, failure_at_ms = ?7,
    failure_count = ?8, checksum = ?9
  WHERE wallet_no = ?1`;

/** See `SyncStore.recordWindow`. */
export function recordWindow(
  connection: SqliteConnection,
  lease: WalletLease,
  record: WindowRecord,
): void {
  writeUnderLease(connection, lease, (walletNo, hasImports) => {
    mergeTransactions(connection, { walletNo, hasImports }, record.transactions, record.readAtMs);
    replaceQuarantine(connection, walletNo, record);
    replaceRechecks(connection, walletNo, record);
    const { source, covered, readAtMs } = record;
    if (covered !== null) addCoverage(connection, walletNo, { source, ...covered, readAtMs });
  });
}

/** See `SyncStore.removeCoverage`. */
export function removeCoverage(
  connection: SqliteConnection,
  lease: WalletLease,
  source: string,
  range: TimeRange,
): void {
  writeUnderLease(connection, lease, (walletNo) => {
    subtractCoverage(connection, walletNo, source, range);
  });
}

/** See `SyncStore.recordBalances`. */
export function recordBalances(
  connection: SqliteConnection,
  lease: WalletLease,
  { readAtMs, balances, withdrawableUnverified = false, quarantined }: BalanceRecord,
): void {
  writeUnderLease(connection, lease, (walletNo) => {
    replaceBalances(connection, walletNo, balances, withdrawableUnverified);
    connection.change(
      'DELETE FROM wallet_quarantine WHERE wallet_no = ? AND source = ?',
      walletNo,
      BALANCE_SOURCE,
    );
    const rows = quarantined.map((row) => Object.assign({ source: BALANCE_SOURCE }, row));
    addToQuarantine(connection, walletNo, rows, { readAtMs });
  });
}

/** See `SyncStore.recordOutcome`. */
export function recordOutcome(
  connection: SqliteConnection,
  lease: WalletLease,
  outcome: RefreshOutcome,
): void {
  writeUnderLease(connection, lease, (walletNo) => {
    const before = readStoredState(connection, lease.walletId);
    const state = applyOutcome(before.state, outcome);
    const { nextRunAtMs, lastSyncAtMs, historyComplete, failure, failureCount } = state;
    connection.change(
      WRITE_SYNC_STATE,
      walletNo,
      nextRunAtMs,
      lastSyncAtMs,
      Number(historyComplete),
      failure?.code ?? null,
      failure?.message ?? null,
      failure?.atMs ?? null,
      failureCount,
      checksumAfter(before, state, outcome),
    );
    recordOutcomeEvents(connection, walletNo, before.state, state, outcome);
  });
}

/** See `SyncStore.listRechecks`. */
export function listRechecks(
  connection: SqliteConnection,
  walletId: string,
  { source, nowMs, limit }: DueQuery,
): readonly Recheck[] {
  return connection
    .readRows(
      `SELECT ${RECHECK_COLUMNS} FROM wallet_recheck
         WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?) AND source = ?
           AND (due_at_ms <= ? OR due_at_ms > ?)
         ORDER BY due_at_ms, transaction_id LIMIT ?`,
      walletId,
      source,
      nowMs,
      misdatedWaitMs(nowMs),
      limit,
    )
    .map(toRecheck);
}

/** See `SyncStore.listQuarantineWindows`. */
export function listQuarantineWindows(
  connection: SqliteConnection,
  walletId: string,
  { source, nowMs, limit }: DueQuery,
): readonly TimeRange[] {
  return connection
    .readRows(
      `SELECT from_ms, to_ms FROM wallet_quarantine
         WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?) AND source = ?
           AND (due_at_ms <= ? OR due_at_ms > ?)
         GROUP BY from_ms, to_ms ORDER BY min(due_at_ms), from_ms LIMIT ?`,
      walletId,
      source,
      nowMs,
      misdatedWaitMs(nowMs),
      limit,
    )
    .map(([fromMs, toMs]) => ({ fromMs: fromMs as number, toMs: toMs as number }));
}

function replaceQuarantine(
  connection: SqliteConnection,
  walletNo: number,
  record: WindowRecord,
): void {
  const { source, window, completeFromMs, readAtMs, quarantineDueAtMs } = record;
  connection.change(LEAVE_QUARANTINE, walletNo, source, completeFromMs, window.toMs);
  if (completeFromMs > window.fromMs) {
    const unread = [completeFromMs, window.fromMs] as const;
    connection.change(POSTPONE_QUARANTINE, quarantineDueAtMs, walletNo, source, ...unread);
  }
  for (const key of record.mappedKeys) {
    connection.change(
      'DELETE FROM wallet_quarantine WHERE wallet_no = ? AND key = ?',
      walletNo,
      key,
    );
  }
  const reading = { readAtMs, window, dueAtMs: quarantineDueAtMs };
  addToQuarantine(connection, walletNo, record.quarantined, reading);
}

function addToQuarantine(
  connection: SqliteConnection,
  walletNo: number,
  rows: readonly QuarantinedRow[],
  { readAtMs, window, dueAtMs }: QuarantineReading,
): void {
  for (const { key, source, raw, reason, window: own } of rows) {
    const range = own ?? window;
    connection.change(
      QUARANTINE,
      walletNo,
      key,
      source,
      raw,
      reason,
      readAtMs,
      range?.fromMs ?? null,
      range?.toMs ?? null,
      dueAtMs ?? null,
    );
  }
}

function replaceRechecks(
  connection: SqliteConnection,
  walletNo: number,
  record: WindowRecord,
): void {
  for (const { id } of record.transactions) {
    connection.change(
      'DELETE FROM wallet_recheck WHERE wallet_no = ? AND transaction_id = ?',
      walletNo,
      id,
    );
  }
  for (const { transactionId, timestampMs, dueAtMs } of record.rechecks) {
    connection.change(ADD_RECHECK, walletNo, transactionId, record.source, timestampMs, dueAtMs);
  }
}
