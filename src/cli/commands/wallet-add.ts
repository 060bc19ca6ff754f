import type { Command } from 'commander';

import { loadMasterKey } from '../../compose/load-master-key.ts';
import { createId } from '../../domain/id.ts';
import { sealCredentials } from '../../domain/sealed-credentials.ts';
import {
  addCredentialOptions,
  type CredentialOptions,
  readCredentials,
  parseExchange,
} from '../credentials.ts';
import { example } from '../example.ts';
import { type KeyCheckOptions, requireUsableKey } from '../key-check.ts';
import { readName, requireOption } from '../option-values.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { warnOfSameKey } from '../same-key.ts';

interface AddOptions extends CredentialOptions, KeyCheckOptions {
  readonly project?: string;
  readonly exchange?: string;
  readonly label?: string;
  readonly account?: string;
}

/** Adds `teller wallet add`. */
export function addWalletAddCommand(wallet: Command, runtime: Runtime): void {
  const add = wallet
    .command('add')
    .description('add a wallet of an exchange; reads its credentials as JSON')
    .option('--project <id>', 'the project of the wallet')
    .option('--exchange <name>', 'the exchange, e.g. binance or kraken')
    .option('--label <text>', 'a name for the wallet', readName)
    .option(
      '--account <name>',
      'the account at the exchange, if the credentials give access to several',
      readName,
    );
  addCredentialOptions(add)
    .addHelpText(
      'after',
      example(
        'teller wallet add --project project_8c… --exchange binance <credentials.json',
        'cat credentials.json',
      ) +
        '    { "apiKey": "…", "secret": "…" }\n\n' +
        'docs/exchanges.md lists the exchanges, the rights that a key needs, and its fields.\n',
    )
    .action(async (options: AddOptions, command: Command) => {
      const projectId = requireOption(options.project, '--project <id>');
      const exchange = parseExchange(requireOption(options.exchange, '--exchange <name>'));
      const session = startSession(runtime, command.optsWithGlobals());
      const credentials = await readCredentials(session, exchange, options);
      const id = createId('wallet', session.randomBytes);
      await withStore(session, { create: false }, async (store) => {
        await store.requireProject(projectId);
        const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
        await requireUsableKey(session, exchange, credentials, options);
        const record = {
          id,
          projectId,
          exchange: exchange.name,
          label: options.label ?? null,
          account: options.account ?? null,
          createdAtMs: session.now(),
        };
        await warnOfSameKey(session, store, masterKey, { wallet: record, credentials });
        const sealed = sealCredentials(credentials, id, masterKey, session.randomBytes);
        await store.addWallet(record, sealed);
      });
      printResult(session, { id }, id);
      if (!session.json) note(session, `Next: teller sync --once --wallet ${id}`);
    });
}
