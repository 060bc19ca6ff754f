import { type Command, Option } from 'commander';

import {
  type AddedWallet,
  addImportsWallet,
  addWallet,
  type NewWallet,
} from '../../manage/wallets.ts';
import { addCredentialOptions, type CredentialOptions, readCredentials } from '../credentials.ts';
import { example } from '../example.ts';
import { keyPolicyOf, manageAs, noteStoredKey, parseExchange } from '../management.ts';
import { readName, readPlace, requireOption } from '../option-values.ts';
import {
  note,
  printResult,
  startSession,
  withStore,
  type Runtime,
  type Session,
} from '../runtime.ts';

interface AddOptions extends CredentialOptions {
  readonly project?: string;
  readonly exchange?: string;
  readonly label?: string;
  readonly externalId?: string;
  readonly importsOnly?: true;
}

const COMMAND = 'wallet add';

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
    .option(
      '--external-id <text>',
      'your own identifier of the wallet, unique in the project',
      readName,
    )
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
        label: options.label ?? null,
        externalId: options.externalId ?? null,
      };
      const exchange = requireOption(options.exchange, '--exchange <name>');
      const session = startSession(runtime, command.optsWithGlobals());
      const isImportsOnly = options.importsOnly === true;
      const added = await (isImportsOnly
        ? addImportsOnly(session, wallet, exchange)
        : addSynchronised(session, wallet, exchange, options));
      const { id } = added.wallet;
      noteStoredKey(session, added);
      printResult(session, { id }, id);
      const next = isImportsOnly ? `import --wallet ${id} FILE` : `sync --once --wallet ${id}`;
      if (!session.json) note(session, `Next: teller ${next}`);
    });
}

async function addSynchronised(
  session: Session,
  wallet: NewWallet,
  name: string,
  options: AddOptions,
): Promise<AddedWallet> {
  const exchange = parseExchange(name);
  const credentials = await readCredentials(session, exchange, options);
  const policy = keyPolicyOf(session, options);
  return withStore(session, { create: false }, (store) =>
    addWallet(manageAs(session, store, COMMAND), wallet, { exchange, credentials }, policy),
  );
}

function addImportsOnly(session: Session, wallet: NewWallet, place: string): Promise<AddedWallet> {
  const exchange = readPlace(place);
  return withStore(session, { create: false }, (store) =>
    addImportsWallet(manageAs(session, store, COMMAND), wallet, exchange),
  );
}
