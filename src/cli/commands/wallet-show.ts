import type { Command } from 'commander';

import { example } from '../example.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { describeStatus, formatStatus } from '../wallet-view.ts';

/** Adds `teller wallet show`. */
export function addWalletShowCommand(wallet: Command, runtime: Runtime): void {
  wallet
    .command('show')
    .description('show the state of the synchronisation of a wallet, and its errors')
    .argument('<id>', 'the wallet')
    .addHelpText('after', example('teller wallet show wallet_f0…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const status = await withStore(session, { create: false }, (store) =>
        store.readWalletStatus(id),
      );
      printResult(session, describeStatus(status), formatStatus(status, session.now()));
    });
}
