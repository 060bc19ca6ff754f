import type { Command } from 'commander';

import { replaceCredentials, requireSynchronised } from '../../manage/wallets.ts';
import { addCredentialOptions, type CredentialOptions, readCredentials } from '../credentials.ts';
import { example } from '../example.ts';
import {
  type KeyCheckOptions,
  keyPolicyOf,
  manageAs,
  noteStoredKey,
  parseExchange,
} from '../management.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';

const EXPLANATION = `
The wallet keeps its id, its history and its balances, and is synchronised immediately. A running
synchronisation stops. The key must belong to the same account at the exchange.
`;

/** Adds `teller wallet credentials`. */
export function addWalletCredentialsCommand(wallet: Command, runtime: Runtime): void {
  const replace = wallet
    .command('credentials')
    .description('replace the exchange key of a wallet; reads the credentials as JSON')
    .argument('<id>', 'the wallet');
  addCredentialOptions(replace)
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller wallet credentials wallet_f0… <credentials.json'))
    .action(async (id: string, options: CredentialOptions & KeyCheckOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const exchange = await withStore(session, { create: false }, async (store) => {
        const wallet = await requireSynchronised(store, id);
        const profile = parseExchange(wallet.exchange);
        const credentials = await readCredentials(session, profile, options);
        const context = manageAs(session, store, 'wallet credentials');
        const key = { exchange: profile, credentials };
        noteStoredKey(
          session,
          await replaceCredentials(context, id, key, keyPolicyOf(session, options)),
        );
        return wallet.exchange;
      });
      printResult(session, { id, exchange, replaced: true }, `Replaced the key of ${id}`);
      if (!session.json) {
        note(session, `Next, if no worker runs: teller sync --once --wallet ${id}`);
      }
    });
}
