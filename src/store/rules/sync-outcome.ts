/** Computes the state of a wallet's synchronisation after a refresh, for both engines. */
import type { WalletSyncState } from '../records.ts';
import type { RefreshOutcome } from '../sync.ts';

/**
 * Returns the state after a refresh. Fields that the outcome omits keep their values, except for the failure. A wallet
 * that was paused meanwhile remains so.
 */
export function applyOutcome(state: WalletSyncState, outcome: RefreshOutcome): WalletSyncState {
  const { nextRunAtMs, syncedAtMs, historyComplete, failure = null, unfinished = false } = outcome;
  const failureCount = failure === null ? 0 : state.failureCount + 1;
  return {
    nextRunAtMs: state.paused ? null : nextRunAtMs,
    lastSyncAtMs: syncedAtMs ?? state.lastSyncAtMs,
    historyComplete: historyComplete ?? state.historyComplete,
    failure,
    failureCount: unfinished ? state.failureCount : failureCount,
    hasImports: state.hasImports,
    paused: state.paused,
  };
}
