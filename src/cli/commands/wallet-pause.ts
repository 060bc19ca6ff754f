import type { Command } from 'commander';

import { changeWallet } from '../../manage/wallets.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';

const PAUSE_EXPLANATION = `
The service continues to serve what was read. A running synchronisation is completed first. "teller sync --once" omits the wallet.`;

/** Adds `teller wallet pause`. */
export function addWalletPauseCommand(wallet: Command, runtime: Runtime): void {
  const pause = wallet
    .command('pause')
    .description('stop synchronising a wallet, until it is resumed');
  addAction(pause, runtime, true).addHelpText('after', PAUSE_EXPLANATION);
}

/** Adds `teller wallet resume`. */
export function addWalletResumeCommand(wallet: Command, runtime: Runtime): void {
  const resume = wallet
    .command('resume')
    .description('synchronise a paused wallet again, immediately');
  addAction(resume, runtime, false);
}

function addAction(command: Command, runtime: Runtime, paused: boolean): Command {
  const name = command.name();
  return command
    .argument('<id>', 'the wallet')
    .addHelpText('after', example(`teller wallet ${name} wallet_f0…`))
    .action(async (id: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      await withStore(session, { create: false }, (store) =>
        changeWallet(manageAs(session, store, `wallet ${name}`), id, { paused }),
      );
      printResult(session, { id, paused }, `${paused ? 'Paused' : 'Resumed'} ${id}`);
    });
}
