/** What callers see of the synchronisation of a wallet. */
import type { WalletSyncState } from './records.ts';
import type { ServedWallet } from './serving.ts';

/** The part of a served wallet that its synchronisation determines. */
export type ServedSync = Omit<
  ServedWallet,
  'id' | 'no' | 'projectId' | 'transactionsRevision' | 'balancesRevision'
>;

/** Returns the state for callers; see {@link ServedWallet}. */
export function describeServedSync(sync: WalletSyncState, importsOnly: boolean): ServedSync {
  const { state: syncState, lastSyncAtMs, historyComplete, failure, hasImports } = sync;
  const hasHistory = importsOnly || lastSyncAtMs !== null || hasImports;
  return { importsOnly, lastSyncAtMs, historyComplete, hasHistory, syncState, failure };
}
