import type { Command } from 'commander';

import type { Runtime } from '../runtime.ts';
import { addWalletAddCommand } from './wallet-add.ts';
import { addWalletCredentialsCommand } from './wallet-credentials.ts';
import { addWalletListCommand } from './wallet-list.ts';
import { addWalletPauseCommand, addWalletResumeCommand } from './wallet-pause.ts';
import { addWalletRemoveCommand } from './wallet-remove.ts';
import { addWalletShowCommand } from './wallet-show.ts';

/** Adds `teller wallet` with its commands. */
export function addWalletCommands(program: Command, runtime: Runtime): void {
  const wallet = program.command('wallet').description('wallets held at exchanges');
  addWalletAddCommand(wallet, runtime);
  addWalletListCommand(wallet, runtime);
  addWalletShowCommand(wallet, runtime);
  addWalletCredentialsCommand(wallet, runtime);
  addWalletPauseCommand(wallet, runtime);
  addWalletResumeCommand(wallet, runtime);
  addWalletRemoveCommand(wallet, runtime);
}
