/** Refuses commands that read data which a wallet does not have yet, like the service refuses requests for it. */
import type { Store } from '../store/store.ts';
import { describeServedSync, type ServedSync } from '../store/served-sync.ts';
import { CommandError } from './failure.ts';
import { adviseRestart } from './wallet-view.ts';

/**
 * Checks that the transactions of a wallet can be listed, and returns the state of its synchronisation.
 *
 * @throws {RecordNotFoundError} if there is no such wallet.
 * @throws {CommandError} `wallet_not_synced` or `wallet_stopped` if it was never synchronised and has no
 * imported transactions.
 */
export async function requireHistory(store: Store, walletId: string): Promise<ServedSync> {
  const sync = await readServedSync(store, walletId);
  if (!sync.hasHistory) throw describeMissing(walletId, sync);
  return sync;
}

/** The synchronisation of a wallet that has succeeded before. */
export type SucceededSync = ServedSync & { readonly lastSyncAtMs: number };

/**
 * Returns the state of the synchronisation of a wallet that has a balance.
 *
 * @throws {RecordNotFoundError} if there is no such wallet.
 * @throws {CommandError} `wallet_not_synced` or `wallet_stopped` if the wallet was never synchronised, or
 * `balance_not_available` if it only takes imports.
 */
export async function requireLastSync(store: Store, walletId: string): Promise<SucceededSync> {
  const sync = await readServedSync(store, walletId);
  if (sync.importsOnly) {
    throw new CommandError(
      'balance_not_available',
      `${walletId} only takes imports, so it has no balance`,
    );
  }
  const { lastSyncAtMs } = sync;
  if (lastSyncAtMs === null) throw describeMissing(walletId, sync);
  return { ...sync, lastSyncAtMs };
}

async function readServedSync(store: Store, walletId: string): Promise<ServedSync> {
  const { importsOnly } = await store.readWallet(walletId);
  return describeServedSync(await store.readSyncState(walletId), importsOnly);
}

function describeMissing(walletId: string, { syncState, failure }: ServedSync): CommandError {
  if (syncState === 'paused') {
    return new CommandError(
      'wallet_stopped',
      `${walletId} was never synchronised, and is paused; run: teller wallet resume ${walletId}`,
    );
  }
  if (syncState !== 'stopped') {
    return new CommandError(
      'wallet_not_synced',
      `${walletId} was never synchronised; run: teller sync --once --wallet ${walletId}`,
    );
  }
  return new CommandError(
    'wallet_stopped',
    `${walletId} was never synchronised: ${failure?.message ?? 'unknown'} ${adviseRestart(walletId)}`,
  );
}
