/** The name of the state of a wallet's synchronisation. */
import type { SyncStateName, WalletSyncState } from './records.ts';
import type { ServedWallet } from './serving.ts';

type StateColumns = Pick<
  WalletSyncState,
  'lastSyncAtMs' | 'historyComplete' | 'nextRunAtMs' | 'failure' | 'hasImports'
>;

/** Returns true if the wallet is not synchronised again until the operator acts. */
export function isStopped({ nextRunAtMs, failure }: StateColumns): boolean {
  return nextRunAtMs === null && failure !== null;
}

/** Returns the state of a wallet. */
export function nameSyncState(sync: StateColumns): SyncStateName {
  if (isStopped(sync)) return 'stopped';
  if (sync.failure !== null) return 'failing';
  if (sync.lastSyncAtMs !== null) return sync.historyComplete ? 'synced' : 'backfilling';
  return sync.hasImports ? 'imported' : 'new';
}

/** Returns the state for callers from the columns of `wallet_sync`; see {@link ServedWallet}. */
export function describeServedSync(
  sync: StateColumns,
): Pick<ServedWallet, 'lastSyncAtMs' | 'historyComplete' | 'hasHistory' | 'syncState' | 'failure'> {
  const { lastSyncAtMs, historyComplete, failure, hasImports } = sync;
  const hasHistory = lastSyncAtMs !== null || hasImports;
  return { lastSyncAtMs, historyComplete, hasHistory, syncState: nameSyncState(sync), failure };
}
