import { writeBalanceDocument } from '../../domain/balance-document.ts';
import { BALANCE_SOURCE } from '../records.ts';
import type { BalanceRecord, RefreshOutcome, WalletLease, WindowRecord } from '../sync.ts';
import { readStoredBalances, replaceBalances } from './balances.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresRow, Statement } from './statement.ts';
import { addCoverage, readNeighbours } from './coverage.ts';
import type { PostgresDatabase } from './database.ts';
import { writeStateUnderLease, writeUnderLease } from './leases.ts';
import { replaceSourceQuarantine, replaceWindowQuarantine } from './quarantine.ts';
import { replaceRechecks } from './rechecks.ts';
import { isBalancesRevisionCommitted } from './shard-revisions.ts';
import { asSynced, findChanges, mergeTransaction } from '../rules/row-changes.ts';
import { checksumAfter } from '../sync-state-checksum.ts';
import { applyOutcome, isServedDifferently } from '../rules/sync-outcome.ts';
import { adoptImported, readKnown, writeChanges } from './transaction-writes.ts';
import { recordOutcomeEvents } from './wallet-events.ts';
import { FIND_SYNC_STATE, toStoredState } from './wallets.ts';

const WRITE_SYNC_STATE: Statement = {
  name: 'write_sync_state',
  text: `UPDATE wallet_sync SET next_run_at_ms = $2, last_sync_at_ms = $3, history_complete = $4,
      failure_code = $5, failure_message = $6, failure_at_ms = $7, failure_count = $8,
      checksum = $9
    WHERE wallet_id = $1`,
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
    async (connection, [known, neighbours], held) => {
      const merged = findChanges(known, transactions.map(asSynced), mergeTransaction);
      const [changes, adoption] = held.hasImports
        ? await adoptImported(connection, walletId, merged, known)
        : [merged, []];
      const others = [
        ...adoption,
        ...replaceWindowQuarantine(walletId, record),
        ...replaceRechecks(walletId, record),
        ...(added === undefined ? [] : addCoverage(walletId, added, neighbours)),
      ];
      const origin = { atMs: readAtMs, by: 'sync' } as const;
      await writeChanges(connection, walletId, changes, others, { wallet: held, origin });
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
  const readStored = async (connection: PostgresConnection): Promise<PostgresRow | undefined> => {
    const [stored, isCommitted] = await Promise.all([
      readStoredBalances(connection, walletId),
      isBalancesRevisionCommitted(connection, walletId),
    ]);
    return isCommitted ? stored : undefined;
  };
  return writeUnderLease(database, lease, readStored, (connection, stored) =>
    connection.runAll([
      ...replaceBalances(connection, walletId, written, stored),
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
  return writeStateUnderLease(
    database,
    lease,
    async (connection) => (await connection.run(FIND_SYNC_STATE, walletId)).rows[0] ?? [],
    async (connection, row, held) => {
      const before = toStoredState(row);
      const after = applyOutcome(before.state, outcome);
      if (isServedDifferently(before.state, after)) connection.changed.add(walletId);
      const { nextRunAtMs, lastSyncAtMs, historyComplete, failure, failureCount } = after;
      await connection.run(
        WRITE_SYNC_STATE,
        walletId,
        nextRunAtMs,
        lastSyncAtMs,
        historyComplete,
        failure?.code ?? null,
        failure?.message ?? null,
        failure?.atMs ?? null,
        failureCount,
        checksumAfter(before, after, outcome),
      );
      const change = [before.state, after, outcome] as const;
      await recordOutcomeEvents(connection, walletId, held, change);
    },
  );
}
