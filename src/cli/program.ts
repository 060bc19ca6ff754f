/** The command line as a whole. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';

import { CONFIG_VARIABLES } from '../config.ts';
import { addBalanceCommand } from './commands/balance.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addImportCommand } from './commands/import.ts';
import { addKeyCommands } from './commands/key.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addOrgCommands } from './commands/org.ts';
import { addProjectCommands } from './commands/project.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSyncCommand } from './commands/sync.ts';
import { addTransactionsCommand } from './commands/transactions.ts';
import { addWalletAddCommand } from './commands/wallet-add.ts';
import { addWalletListCommand } from './commands/wallet-list.ts';
import { addWalletRemoveCommand } from './commands/wallet-remove.ts';
import { addWalletShowCommand } from './commands/wallet-show.ts';
import type { Runtime } from './runtime.ts';

const HELP_WIDTH_MAX = 100;

/** Builds the program; parsing throws `CommanderError` instead of ending the process. */
export function createProgram(runtime: Runtime): Command {
  const program = new Command('teller')
    .description('Synchronises wallets held at crypto exchanges and serves what they hold.')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'explain the command')
    .option('--json', 'print one JSON value')
    .option('--database <url>', 'sqlite:PATH or a path (default: $TELLER_DATABASE_URL)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => runtime.stdout.write(text),
      writeErr: (text) => runtime.stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(runtime.stdout.columns ?? HELP_WIDTH_MAX, HELP_WIDTH_MAX),
    })
    .exitOverride()
    .addHelpText('after', explainEnvironment());
  addDemoCommand(program, runtime);
  addServeCommand(program, runtime);
  addSyncCommand(program, runtime);
  addOrgCommands(program, runtime);
  addProjectCommands(program, runtime);
  addKeyCommands(program, runtime);
  addWalletCommands(program, runtime);
  addImportCommand(program, runtime);
  addTransactionsCommand(program, runtime);
  addBalanceCommand(program, runtime);
  addMigrateCommand(program, runtime);
  addDoctorCommand(program, runtime);
  return program;
}

function addWalletCommands(program: Command, runtime: Runtime): void {
  const wallet = program.command('wallet').description('wallets held at exchanges');
  addWalletAddCommand(wallet, runtime);
  addWalletListCommand(wallet, runtime);
  addWalletShowCommand(wallet, runtime);
  addWalletRemoveCommand(wallet, runtime);
}

function explainEnvironment(): string {
  const lines = CONFIG_VARIABLES.flatMap(({ name, meaning, defaultText }) => [
    `  ${name}`,
    `      ${meaning}`,
    `      (default: ${defaultText})`,
  ]);
  return ['', 'Environment:', ...lines, '', 'Example:', '  $ teller demo', ''].join('\n');
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
