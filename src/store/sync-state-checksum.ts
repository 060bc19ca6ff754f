/** A checksum of the state of a wallet's synchronisation, which detects a corrupted one. */
import { crc32 } from 'node:zlib';

import type { StoreCheck } from './admin.ts';
import { listFirstWallets } from './describe-corruption.ts';
import type { WalletSyncState } from './records.ts';
import type { RefreshOutcome } from './sync.ts';

/** Returns the CRC-32 of a state, without `hasImports`, which imports change. */
export function checksumOfSyncState({ hasImports: _imports, ...state }: WalletSyncState): number {
  const { lastSyncAtMs, historyComplete, nextRunAtMs, failure, failureCount } = state;
  const failed = failure && [failure.code, failure.message, failure.atMs];
  return crc32(JSON.stringify([lastSyncAtMs, historyComplete, nextRunAtMs, failed, failureCount]));
}

/** Returns true if a state does not match its checksum; `null`: the state has none. */
export function isSyncStateCorrupted(state: WalletSyncState, checksum: number | null): boolean {
  return checksum !== null && checksum !== checksumOfSyncState(state);
}

/**
 * Returns the checksum to store with the state after a refresh. A refresh that failed keeps values of the state
 * before it: if that is corrupted, the former checksum stays, so that the new state is still reported.
 */
export function checksumAfter(
  before: { readonly state: WalletSyncState; readonly checksum: number | null },
  after: WalletSyncState,
  { syncedAtMs }: RefreshOutcome,
): number | null {
  const isCarriedOver =
    syncedAtMs === undefined && isSyncStateCorrupted(before.state, before.checksum);
  return isCarriedOver ? before.checksum : checksumOfSyncState(after);
}

/** Reports wallets whose state is corrupted. */
export function reportSyncStates(corrupted: readonly string[]): StoreCheck {
  const name = 'sync outcomes';
  if (corrupted.length === 0) {
    return { name, ok: true, detail: 'outcomes of synchronisations match their checksums' };
  }
  const list = listFirstWallets(corrupted);
  const advice = 'run `teller sync --once --wallet ID` to replace them';
  return { name, ok: false, detail: `corrupted of ${list}; ${advice}` };
}
