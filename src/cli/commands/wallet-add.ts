import type { Command } from 'commander';

import { loadMasterKey } from '../../compose.ts';
import { createId } from '../../domain/id.ts';
import { sealCredentials } from '../../domain/sealed-credentials.ts';
import { readCredentials, requireExchange } from '../credentials.ts';
import { example } from '../example.ts';
import { requireReadOnlyKey } from '../key-permissions.ts';
import { readName, requireOption } from '../option-values.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';

interface AddOptions {
  readonly project?: string;
  readonly exchange?: string;
  readonly label?: string;
  readonly account?: string;
  readonly credentialsFile?: string;
  readonly allowWithdrawPermission?: true;
}

/** Adds `teller wallet add`. */
export function addWalletAddCommand(wallet: Command, runtime: Runtime): void {
  wallet
    .command('add')
    .description('add a wallet held at an exchange; its credentials come as JSON')
    .option('--project <id>', 'the project that it belongs to')
    .option('--exchange <name>', 'the exchange, as binance or kraken')
    .option('--label <text>', 'what it is called', readName)
    .option(
      '--account <name>',
      "the exchange's account, where the credentials open several",
      readName,
    )
    .option('--credentials-file <file>', 'a file with the credentials (default: standard input)')
    .option(
      '--allow-withdraw-permission',
      'also take a key that may withdraw or trade; it is used to read alone',
    )
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
      const exchange = requireExchange(requireOption(options.exchange, '--exchange <name>'));
      const session = startSession(runtime, command.optsWithGlobals());
      const credentials = await readCredentials(session, exchange, options.credentialsFile);
      const id = createId('wallet', session.randomBytes);
      await withStore(session, { create: false }, async (store) => {
        await store.requireProject(projectId);
        const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
        if (options.allowWithdrawPermission !== true) {
          await requireReadOnlyKey(session, exchange, credentials);
        }
        const record = {
          id,
          projectId,
          exchange: exchange.name,
          label: options.label ?? null,
          account: options.account ?? null,
          createdAtMs: session.now(),
        };
        const sealed = sealCredentials(credentials, id, masterKey, session.randomBytes);
        await store.addWallet(record, sealed);
      });
      printResult(session, { id }, id);
      if (!session.json) note(session, `Next: teller sync --once --wallet ${id}`);
    });
}
