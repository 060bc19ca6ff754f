/** Checks that wallets named with a project belong to it. */
import type { Store } from '../store/store.ts';
import { CommandError } from './failure.ts';

/**
 * Checks that a project has these wallets. The command line may name the other project of a wallet, which the HTTP APIs do not:
 * its user reads all projects.
 *
 * @throws {RecordNotFoundError} if the project or a wallet does not exist.
 * @throws {CommandError} `record_not_found` if a wallet belongs to another project.
 */
export async function requireWalletsOf(
  store: Pick<Store, 'readProject' | 'readWallet'>,
  projectId: string,
  walletIds: readonly string[],
): Promise<void> {
  await store.readProject(projectId);
  for (const walletId of walletIds) {
    const wallet = await store.readWallet(walletId);
    if (wallet.projectId === projectId) continue;
    throw new CommandError(
      'record_not_found',
      `${walletId} is a wallet of ${wallet.projectId}, not of ${projectId}; ` +
        `"teller wallet list --project ${projectId}" lists those of this project`,
    );
  }
}
