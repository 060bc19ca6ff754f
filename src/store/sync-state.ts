/** The name of the state of a wallet's synchronisation. */
import type { SyncStateName, WalletSyncState } from './records.ts';
import type { ServedWallet } from './serving.ts';

type StateColumns = Pick<
  WalletSyncState,
  'lastSyncAtMs' | 'historyComplete' | 'nextRunAtMs' | 'failure' | 'hasImports'
>;

/** The part of a served wallet that its synchronisation determines. */
export type ServedSync = Omit<
  ServedWallet,
  'id' | 'projectId' | 'transactionsRevision' | 'balancesRevision'
>;

/** Returns true if the wallet is not synchronised again until the operator acts. */
export function isStopped({ nextRunAtMs, failure }: StateColumns): boolean {
  return nextRunAtMs === null && failure !== null;
}

/** Returns the state of a wallet. */
export function nameSyncState(sync: StateColumns, importsOnly = false): SyncStateName {
  if (importsOnly) return 'imported';
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
