import type { Command } from 'commander';

import { loadMasterKey } from '../../compose/load-master-key.ts';
import { sealCredentials } from '../../domain/sealed-credentials.ts';
import { RecordNotFoundError } from '../../store/errors.ts';
import {
  addCredentialOptions,
  type CredentialOptions,
  readCredentials,
  parseExchange,
} from '../credentials.ts';
import { example } from '../example.ts';
import { importsOnlyError } from '../failure.ts';
import { type KeyCheckOptions, requireUsableKey } from '../key-check.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { warnOfSameKey } from '../same-key.ts';

const EXPLANATION = `
The wallet keeps its id, its history and its balances, and is synchronised immediately. If it is being
synchronised, that stops. The key must belong to the same account at the exchange.
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
        const wallet = await store.findWallet(id);
        if (wallet === undefined) throw new RecordNotFoundError('wallet', id);
        if (wallet.importsOnly) {
          throw importsOnlyError(id, 'a wallet with a key is added by: teller wallet add');
        }
        const profile = parseExchange(wallet.exchange);
        const credentials = await readCredentials(session, profile, options);
        const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
        await requireUsableKey(session, profile, credentials, options);
        await warnOfSameKey(session, store, masterKey, { wallet, credentials });
        const sealed = sealCredentials(credentials, id, masterKey, session.randomBytes);
        await store.replaceCredentials(id, sealed, session.now());
        return wallet.exchange;
      });
      printResult(session, { id, exchange, replaced: true }, `Replaced the key of ${id}`);
      if (!session.json) {
        note(session, `Next, if no worker runs: teller sync --once --wallet ${id}`);
      }
    });
}
