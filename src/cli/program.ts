/** The command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';

import { PACKAGE_ROOT } from '../compose/package-root.ts';
import { describeVariables } from '../config/variables.ts';
import { wrapHelp } from './help-text.ts';
import { refuseEmptyValues } from './option-values.ts';
import type { Runtime } from './runtime.ts';

const HELP_WIDTH_MAX = 100;

type AddCommand = (program: Command, runtime: Runtime) => void;

/** Every command by its first word, in the order of the help. */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['demo', async () => (await import('./commands/demo.ts')).addDemoCommand],
  ['init', async () => (await import('./commands/init.ts')).addInitCommand],
  ['serve', async () => (await import('./commands/serve.ts')).addServeCommand],
  ['sync', async () => (await import('./commands/sync.ts')).addSyncCommand],
  ['org', async () => (await import('./commands/org.ts')).addOrgCommands],
  ['project', async () => (await import('./commands/project.ts')).addProjectCommands],
  ['key', async () => (await import('./commands/key.ts')).addKeyCommands],
  ['manage-key', async () => (await import('./commands/manage-key.ts')).addManageKeyCommands],
  ['wallet', async () => (await import('./commands/wallet.ts')).addWalletCommands],
  ['webhook', async () => (await import('./commands/webhook.ts')).addWebhookCommands],
  ['import', async () => (await import('./commands/import.ts')).addImportCommand],
  ['transactions', async () => (await import('./commands/transactions.ts')).addTransactionsCommand],
  ['balance', async () => (await import('./commands/balance.ts')).addBalanceCommand],
  ['copy', async () => (await import('./commands/copy.ts')).addCopyCommand],
  ['backup', async () => (await import('./commands/backup.ts')).addBackupCommand],
  ['restore', async () => (await import('./commands/backup.ts')).addRestoreCommand],
  ['master-key', async () => (await import('./commands/master-key.ts')).addMasterKeyCommands],
  ['migrate', async () => (await import('./commands/migrate.ts')).addMigrateCommand],
  ['status', async () => (await import('./commands/status.ts')).addStatusCommand],
  ['doctor', async () => (await import('./commands/doctor.ts')).addDoctorCommand],
  ['completion', loadCompletion],
]);

/** Returns the program of a command line; without a command, it only says what to do next. See {@link createProgram}. */
export async function createProgramFor(
  runtime: Runtime,
  argv: readonly string[],
  showHelp: (text: string) => void,
): Promise<Command> {
  if (!hasOnlyOptions(argv)) return createProgram(runtime, argv, showHelp);
  const program = createRootCommand(runtime, showHelp);
  const { addNextStep } = await import('./commands/next-step.ts');
  addNextStep(program, runtime);
  return program;
}

/**
 * Returns the program. Parsing throws `CommanderError` instead of ending the process.
 *
 * @param argv the command line. If it starts with a command, only that command is loaded.
 * @param showHelp is called with parts of the text of help and version.
 */
export async function createProgram(
  runtime: Runtime,
  argv: readonly string[],
  showHelp: (text: string) => void,
): Promise<Command> {
  const program = createRootCommand(runtime, showHelp);
  const named = COMMANDS.get(argv[0] ?? '');
  const loaders = named === undefined ? COMMANDS.values() : [named];
  for (const load of loaders) (await load())(program, runtime);
  return program;
}

/** Returns true if `teller` has a command of this name. */
export function hasCommand(name: string): boolean {
  return COMMANDS.has(name);
}

/** Returns true if the command line has no command and does not ask for help. */
function hasOnlyOptions(argv: readonly string[]): boolean {
  const rest = argv.filter((each, index) => {
    const isValue = argv[index - 1] === '--database';
    return (
      !isValue && each !== '--json' && each !== '--database' && !each.startsWith('--database=')
    );
  });
  return rest.length === 0;
}

/** The command gets the program with all commands from here, so that it does not import this file. */
async function loadCompletion(): Promise<AddCommand> {
  const { addCompletionCommand } = await import('./commands/completion.ts');
  return (program, runtime) =>
    addCompletionCommand(program, runtime, () => createProgram(runtime, [], () => undefined));
}

function createRootCommand(runtime: Runtime, showHelp: (text: string) => void): Command {
  const width = Math.min(runtime.stdout.columns ?? HELP_WIDTH_MAX, HELP_WIDTH_MAX);
  const root = new Command('teller');
  return root
    .description('Synchronises wallets held at crypto exchanges and serves what they hold.')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'explain the command')
    .option('--json', 'print one JSON value')
    .option(
      '--database <url>',
      'sqlite:PATH, a path or postgres://… (default: $TELLER_DATABASE_URL)',
    )
    .configureHelp({
      showGlobalOptions: true,
      // By default also the options of a parent, such as `import`, which refuses them after the name of its subcommand.
      visibleGlobalOptions: ({ parent }) => (parent === null ? [] : [...root.options]),
    })
    .configureOutput({
      // commander wraps its own text only.
      writeOut: (text) => showHelp(wrapHelp(text, width)),
      writeErr: (text) => runtime.stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => width,
    })
    .exitOverride()
    .hook('preAction', (_program, command) => refuseEmptyValues(command))
    .addHelpText('after', explainEnvironment());
}

function explainEnvironment(): string {
  const lines = describeVariables().flatMap(({ name, meaning, defaultText }) => [
    `  ${name}`,
    `      ${meaning}`,
    `      (default: ${defaultText})`,
  ]);
  return ['', 'Environment:', ...lines, '', 'Example:', '  $ teller demo', ''].join('\n');
}

function readVersion(): string {
  const text = readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
