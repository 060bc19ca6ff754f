import { type Command, Option } from 'commander';

import { loadMasterKey } from '../../compose/load-master-key.ts';
import {
  addCredentialOptions,
  type CredentialOptions,
  readCredentials,
  parseExchange,
} from '../credentials.ts';
import { example } from '../example.ts';
import { type KeyCheckOptions, requireUsableKey } from '../key-check.ts';
import { createImportsOnlyWallet, createWallet } from '../new-tenant-records.ts';
import { readName, readPlace, requireOption } from '../option-values.ts';
import {
  note,
  printResult,
  startSession,
  withStore,
  type Runtime,
  type Session,
} from '../runtime.ts';

interface AddOptions extends CredentialOptions, KeyCheckOptions {
  readonly project?: string;
  readonly exchange?: string;
  readonly label?: string;
  readonly externalId?: string;
  readonly importsOnly?: true;
}

/** The options that describe the wallet. */
interface AddedWallet {
  readonly projectId: string;
  readonly exchange: string;
  readonly label: string | null;
  readonly externalId: string | null;
}

const EXPLANATION = `
With --imports-only the wallet has no credentials and is never synchronised: it holds the transactions of
teller import, and has no balance. --exchange is then any name.

docs/exchanges.md lists the exchanges, the rights that a key needs, and its fields.
`;

/** Adds `teller wallet add`. */
export function addWalletAddCommand(wallet: Command, runtime: Runtime): void {
  const add = wallet
    .command('add')
    .description('add a wallet of an exchange; reads its credentials as JSON')
    .option('--project <id>', 'the project of the wallet')
    .option('--exchange <name>', 'the exchange, e.g. binance or kraken')
    .option('--label <text>', 'a name for the wallet', readName)
    .option('--external-id <text>', 'your own identifier of it, unique in the project', readName)
    .addOption(
      new Option(
        '--imports-only',
        'a wallet without credentials, for imported transactions',
      ).conflicts(['credentialsFile', 'unchecked', 'allowWithdrawPermission']),
    );
  addCredentialOptions(add)
    .addHelpText(
      'after',
      example(
        'teller wallet add --project project_8c… --exchange binance <credentials.json',
        'cat credentials.json',
      ) +
        '    { "apiKey": "…", "secret": "…" }\n' +
        '    teller wallet add --project project_8c… --exchange "Mt. Gox" --imports-only\n',
    )
    .addHelpText('after', EXPLANATION)
    .action(async (options: AddOptions, command: Command) => {
      const wallet = {
        projectId: requireOption(options.project, '--project <id>'),
        exchange: requireOption(options.exchange, '--exchange <name>'),
        label: options.label ?? null,
        externalId: options.externalId ?? null,
      };
      const session = startSession(runtime, command.optsWithGlobals());
      const isImportsOnly = options.importsOnly === true;
      const id = await (isImportsOnly
        ? addImportsOnly(session, wallet)
        : addSynchronised(session, wallet, options));
      printResult(session, { id }, id);
      const next = isImportsOnly ? `import --wallet ${id} FILE` : `sync --once --wallet ${id}`;
      if (!session.json) note(session, `Next: teller ${next}`);
    });
}

async function addSynchronised(
  session: Session,
  { exchange: name, ...rest }: AddedWallet,
  options: AddOptions,
): Promise<string> {
  const exchange = parseExchange(name);
  const credentials = await readCredentials(session, exchange, options);
  return withStore(session, { create: false }, async (store) => {
    await store.requireProject(rest.projectId);
    const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
    await requireUsableKey(session, exchange, credentials, options);
    const wallet = { ...rest, exchange: exchange.name };
    return createWallet(session, store, masterKey, { wallet, credentials });
  });
}

function addImportsOnly(session: Session, { exchange, ...rest }: AddedWallet): Promise<string> {
  const wallet = { ...rest, exchange: readPlace(exchange) };
  return withStore(session, { create: false }, (store) =>
    createImportsOnlyWallet(session, store, wallet),
  );
}
