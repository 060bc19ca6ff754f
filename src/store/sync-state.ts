/** The name of the state of a wallet's synchronisation. */
import { boundRuns } from './rules/misdated-times.ts';
import type { SyncStateName, WalletSyncState } from './records.ts';
import type { ServedWallet } from './serving.ts';

type StateColumns = Omit<WalletSyncState, 'failureCount'>;

/** The part of a served wallet that its synchronisation determines. */
export type ServedSync = Omit<
  ServedWallet,
  'id' | 'no' | 'projectId' | 'transactionsRevision' | 'balancesRevision'
>;

/** Returns true if the wallet is not synchronised again until the operator acts. */
export function isStopped({ nextRunAtMs, failure, paused }: StateColumns): boolean {
  return nextRunAtMs === null && failure !== null && !paused;
}

/**
 * Returns true if a wallet is due, also because its run was planned under a wrong clock (`isRunMisdated` in
 * `statements/due-conditions.ts`).
 *
 * @param refreshWaitMsMax maximum wait after a success; by default a day.
 */
export function isRunDue(
  { nextRunAtMs, lastSyncAtMs, failure }: StateColumns,
  nowMs: number,
  refreshWaitMsMax?: number,
): boolean {
  const { outcomeMs, refreshMs, retryMs } = boundRuns(nowMs, refreshWaitMsMax);
  if (nextRunAtMs === null || nextRunAtMs <= nowMs) return nextRunAtMs !== null;
  if (nextRunAtMs <= outcomeMs) return false;
  const isOutcomeMisdated = (lastSyncAtMs ?? 0) > outcomeMs || (failure?.atMs ?? 0) > outcomeMs;
  const isTooLong =
    failure === null ? lastSyncAtMs === null || nextRunAtMs > refreshMs : nextRunAtMs > retryMs;
  return isOutcomeMisdated || isTooLong;
}

/** Returns the state of a wallet; `wallet_sync.state` is the same expression in SQL. */
export function nameSyncState(sync: StateColumns, importsOnly = false): SyncStateName {
  if (importsOnly) return 'imported';
  if (sync.paused) return 'paused';
  if (isStopped(sync)) return 'stopped';
  if (sync.failure !== null) return 'failing';
  if (sync.lastSyncAtMs !== null) return sync.historyComplete ? 'synced' : 'backfilling';
  return sync.hasImports ? 'imported' : 'new';
}

/** Returns the state for callers from the columns of `wallet_sync`; see {@link ServedWallet}. */
export function describeServedSync(sync: StateColumns, importsOnly: boolean): ServedSync {
  const { lastSyncAtMs, historyComplete, failure, hasImports } = sync;
  const hasHistory = importsOnly || lastSyncAtMs !== null || hasImports;
  const syncState = nameSyncState(sync, importsOnly);
  return { importsOnly, lastSyncAtMs, historyComplete, hasHistory, syncState, failure };
}
