import type { Command } from 'commander';

import { removeWallet } from '../../manage/wallets.ts';
import type { WalletStatus } from '../../store/admin.ts';
import { confirm, requireTerminal } from '../confirmation.ts';
import { example } from '../example.ts';
import { formatCount } from '../format.ts';
import { manageAs } from '../management.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { makePrintable } from '../table.ts';

/** Adds `teller wallet remove`. */
export function addWalletRemoveCommand(wallet: Command, runtime: Runtime): void {
  wallet
    .command('remove')
    .description('remove a wallet with its credentials, transactions and balances')
    .argument('<id>', 'the wallet')
    .option('--yes', 'remove it without asking')
    .addHelpText(
      'after',
      example('teller wallet remove wallet_f0…', 'teller wallet remove wallet_f0… --yes'),
    )
    .action(async (id: string, options: { readonly yes?: true }, command: Command) => {
      if (options.yes !== true) requireTerminal(runtime, 'wallet remove');
      const session = startSession(runtime, command.optsWithGlobals());
      const status = await withStore(session, { create: false }, async (store) => {
        const status = await store.readWalletStatus(id);
        if (options.yes !== true) await confirmRemoval(runtime, status);
        await removeWallet(manageAs(session, store, 'wallet remove'), id);
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

/** @throws {CommandError} `not_confirmed` without a yes. */
function confirmRemoval(runtime: Runtime, status: WalletStatus): Promise<void> {
  const { wallet, transactionCount } = status;
  const question = [
    `Wallet        ${wallet.id}`,
    `Label         ${makePrintable(wallet.label ?? 'none')}`,
    `Exchange      ${wallet.exchange}`,
    `Transactions  ${formatCount(transactionCount)}`,
    '',
    'Its credentials, transactions and balances are removed permanently. History that the exchange no',
    'longer serves cannot be read again. Type yes to remove the wallet:',
  ].join('\n');
  return confirm(runtime, question, `${wallet.id} was not removed`);
}
