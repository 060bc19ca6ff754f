import type { Command } from 'commander';

import { example } from '../example.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { describeWebhook, formatWalletWebhooks } from '../webhook-view.ts';
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
      const [status, webhooks] = await withStore(session, { create: false }, async (store) => [
        await store.readWalletStatus(id),
        await store.listWebhooks({ walletId: id }),
      ]);
      const described = { ...describeStatus(status), webhooks: webhooks.map(describeWebhook) };
      const nowMs = session.now();
      const text = formatStatus(status, nowMs, session.stdout.columns);
      const lines = [text, ...formatWalletWebhooks(webhooks, nowMs)];
      printResult(session, described, lines.join('\n'));
    });
}
