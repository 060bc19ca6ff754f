/** Decrypts credentials while the master key may be replaced. */
import type { MasterKey } from '../domain/master-key.ts';
import { openCredentials, OtherMasterKeyError } from '../domain/sealed-credentials.ts';
import type { SyncWorkerOptions } from '../sync/sync-options.ts';

/**
 * Returns a function that decrypts credentials. If they are sealed under a key that this process does not have,
 * it reloads the master key once for each such attempt: another process may have replaced it.
 */
export function createCredentialsOpener(
  first: MasterKey,
  reload: () => Promise<MasterKey>,
): SyncWorkerOptions['openCredentials'] {
  let masterKey = first;
  return async (sealed, walletId) => {
    try {
      return openCredentials(sealed, walletId, masterKey);
    } catch (error) {
      if (!(error instanceof OtherMasterKeyError)) throw error;
      masterKey = await reload();
      return openCredentials(sealed, walletId, masterKey);
    }
  };
}
