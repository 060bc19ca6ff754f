/** Refuses commands that read data which a wallet does not have yet, like the service refuses requests for it. */
import { RecordNotFoundError } from '../store/errors.ts';
import type { ServedWallet } from '../store/serving.ts';
import type { Store } from '../store/store.ts';
import { describeServedSync } from '../store/sync-state.ts';
import { CommandError } from './failure.ts';
import { adviseRestart } from './wallet-view.ts';

type ServedSync = Pick<ServedWallet, 'hasHistory' | 'lastSyncAtMs' | 'syncState' | 'failure'>;

/**
 * Checks that the transactions of a wallet can be listed.
 *
 * @throws {RecordNotFoundError} if there is no such wallet.
 * @throws {CommandError} `wallet_not_synced` or `wallet_stopped` if it was never synchronised and has no
 * imported transactions.
 */
export async function requireHistory(store: Store, walletId: string): Promise<void> {
  const sync = await readServedSync(store, walletId);
  if (!sync.hasHistory) throw describeMissing(walletId, sync);
}

/**
 * Returns the time of the last synchronisation (Unix ms).
 *
 * @throws {RecordNotFoundError} if there is no such wallet.
 * @throws {CommandError} `wallet_not_synced` or `wallet_stopped` if the wallet was never synchronised.
 */
export async function requireLastSync(store: Store, walletId: string): Promise<number> {
  const sync = await readServedSync(store, walletId);
  if (sync.lastSyncAtMs === null) throw describeMissing(walletId, sync);
  return sync.lastSyncAtMs;
}

async function readServedSync(store: Store, walletId: string): Promise<ServedSync> {
  if ((await store.findWallet(walletId)) === undefined) {
    throw new RecordNotFoundError('wallet', walletId);
  }
  return describeServedSync(await store.readSyncState(walletId));
}

function describeMissing(walletId: string, { syncState, failure }: ServedSync): CommandError {
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
