import { type BalanceDocument, writeBalanceDocument } from '../../domain/balance-document.ts';
import { BALANCE_SOURCE } from '../records.ts';
import type { BalanceRecord, RefreshOutcome, WalletLease, WindowRecord } from '../sync.ts';
import { readKnownBalances, replaceBalances } from './balances.ts';
import type { PostgresConnection, PostgresRow, Statement } from './connection.ts';
import { addCoverage, readNeighbours } from './coverage.ts';
import type { PostgresDatabase } from './database.ts';
import { writeStateUnderLease, writeUnderLease } from './leases.ts';
import { replaceSourceQuarantine, replaceWindowQuarantine } from './quarantine.ts';
import { replaceRechecks } from './rechecks.ts';
import { asSynced, findChanges, mergeTransaction } from '../rules/row-changes.ts';
import { adoptImported, readKnown, writeChanges } from './transaction-writes.ts';

const RECORD_OUTCOME: Statement = {
  name: 'record_outcome',
  text: `UPDATE wallet_sync SET
      next_run_at_ms = $2::bigint,
      last_sync_at_ms = coalesce($3::bigint, last_sync_at_ms),
      history_complete = coalesce($4::boolean, history_complete),
      failure_code = $5::text,
      failure_message = $6::text,
      failure_at_ms = $7::bigint,
      failure_count = CASE
        WHEN $8::boolean THEN failure_count
        WHEN $5::text IS NULL THEN 0
        ELSE failure_count + 1
      END
    WHERE wallet_id = $1`,
};

/** What callers see of a wallet's synchronisation. */
const FIND_SERVED: Statement = {
  name: 'find_served_sync_state',
  text: `SELECT last_sync_at_ms, history_complete, next_run_at_ms IS NULL, failure_code,
      failure_message
    FROM wallet_sync WHERE wallet_id = $1`,
};

/** See `SyncStore.recordWindow`. */
export function recordWindow(
  database: PostgresDatabase,
  lease: WalletLease,
  record: WindowRecord,
): Promise<void> {
  const { walletId } = lease;
  const { source, covered, readAtMs, transactions } = record;
  const added = covered === null ? undefined : { source, ...covered, readAtMs };
  return writeUnderLease(
    database,
    lease,
    (connection) =>
      Promise.all([
        readKnown(connection, walletId, transactions),
        added === undefined ? [] : readNeighbours(connection, walletId, added),
      ]),
    async (connection, [known, neighbours], hasImports) => {
      const merged = findChanges(known, transactions.map(asSynced), mergeTransaction);
      const [changes, adoption] = hasImports
        ? await adoptImported(connection, walletId, merged, known)
        : [merged, []];
      await writeChanges(connection, walletId, changes, [
        ...adoption,
        ...replaceWindowQuarantine(walletId, record),
        ...replaceRechecks(walletId, record),
        ...(added === undefined ? [] : addCoverage(walletId, added, neighbours)),
      ]);
    },
  );
}

/** See `SyncStore.recordBalances`. */
export function recordBalances(
  database: PostgresDatabase,
  lease: WalletLease,
  { readAtMs, balances, withdrawableUnverified, quarantined }: BalanceRecord,
): Promise<void> {
  const { walletId } = lease;
  const rows = quarantined.map((row) => Object.assign({ source: BALANCE_SOURCE }, row));
  const written = writeBalanceDocument(balances, withdrawableUnverified);
  const readKnown = (connection: PostgresConnection): Promise<BalanceDocument> =>
    readKnownBalances(connection, walletId);
  return writeUnderLease(database, lease, readKnown, (connection, known) =>
    connection.runAll([
      ...replaceBalances(connection, walletId, written, known),
      ...replaceSourceQuarantine(walletId, BALANCE_SOURCE, rows, readAtMs),
    ]),
  );
}

/** See `SyncStore.recordOutcome`. */
export function recordOutcome(
  database: PostgresDatabase,
  lease: WalletLease,
  outcome: RefreshOutcome,
): Promise<void> {
  const { walletId } = lease;
  const { nextRunAtMs, syncedAtMs, historyComplete, failure, unfinished } = outcome;
  const readServed = async (connection: PostgresConnection): Promise<PostgresRow> =>
    (await connection.run(FIND_SERVED, walletId)).rows[0] ?? [];
  return writeStateUnderLease(database, lease, readServed, (connection, served) => {
    if (changesServed(outcome, served)) connection.changed.add(walletId);
    return connection.run(
      RECORD_OUTCOME,
      walletId,
      nextRunAtMs,
      syncedAtMs ?? null,
      historyComplete ?? null,
      failure?.code ?? null,
      failure?.message ?? null,
      failure?.atMs ?? null,
      unfinished ?? false,
    );
  });
}

/** Returns true if the outcome changes what callers see: a repeated failure does not. */
function changesServed(
  { syncedAtMs, historyComplete, nextRunAtMs, failure }: RefreshOutcome,
  [lastSyncAtMs, wasComplete, wasUnplanned, failureCode, failureMessage]: PostgresRow,
): boolean {
  return (
    (syncedAtMs ?? lastSyncAtMs) !== lastSyncAtMs ||
    (historyComplete ?? wasComplete) !== wasComplete ||
    (nextRunAtMs === null) !== wasUnplanned ||
    (failure?.code ?? null) !== failureCode ||
    (failure?.message ?? null) !== failureMessage
  );
}
