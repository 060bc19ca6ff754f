import type { Command } from 'commander';

import { loadMasterKey } from '../../compose/load-master-key.ts';
import {
  addCredentialOptions,
  type CredentialOptions,
  readCredentials,
  parseExchange,
} from '../credentials.ts';
import { example } from '../example.ts';
import { type KeyCheckOptions, requireUsableKey } from '../key-check.ts';
import { createWallet } from '../new-tenant-records.ts';
import { readName, requireOption } from '../option-values.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';

interface AddOptions extends CredentialOptions, KeyCheckOptions {
  readonly project?: string;
  readonly exchange?: string;
  readonly label?: string;
}

/** Adds `teller wallet add`. */
export function addWalletAddCommand(wallet: Command, runtime: Runtime): void {
  const add = wallet
    .command('add')
    .description('add a wallet of an exchange; reads its credentials as JSON')
    .option('--project <id>', 'the project of the wallet')
    .option('--exchange <name>', 'the exchange, e.g. binance or kraken')
    .option('--label <text>', 'a name for the wallet', readName);
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
      const id = await withStore(session, { create: false }, async (store) => {
        await store.requireProject(projectId);
        const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
        await requireUsableKey(session, exchange, credentials, options);
        const { label = null } = options;
        const wallet = { projectId, exchange: exchange.name, label };
        return createWallet(session, store, masterKey, { wallet, credentials });
      });
      printResult(session, { id }, id);
      if (!session.json) note(session, `Next: teller sync --once --wallet ${id}`);
    });
}
