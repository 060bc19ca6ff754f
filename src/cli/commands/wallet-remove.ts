import type { Command } from 'commander';

import { example } from '../example.ts';
import { formatCount } from '../format.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';

/** Adds `teller wallet remove`. */
export function addWalletRemoveCommand(wallet: Command, runtime: Runtime): void {
  wallet
    .command('remove')
    .description('remove a wallet with its credentials, transactions and balances, without asking')
    .argument('<id>', 'the wallet')
    .addHelpText('after', example('teller wallet remove wallet_f0…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const status = await withStore(session, { create: false }, async (store) => {
        const status = await store.readWalletStatus(id);
        await store.removeWallet(id);
        return status;
      });
      const { wallet, transactionCount } = status;
      printResult(
        session,
        { id, exchange: wallet.exchange, label: wallet.label, transactionCount, removed: true },
        `Removed ${id} (${wallet.exchange}): its credentials, balances and ` +
          `${formatCount(transactionCount)} transactions`,
      );
    });
}
