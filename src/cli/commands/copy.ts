import { existsSync } from 'node:fs';
import type { Command } from 'commander';

import { openStore } from '../../compose/open-store.ts';
import { type Config, readConfig, selectDatabase } from '../../config/read-config.ts';
import { copyStore } from '../../store/copy-store.ts';
import { example } from '../example.ts';
import { CommandError, UsageError } from '../failure.ts';
import { formatCount } from '../format.ts';
import { requireOption } from '../option-values.ts';
import { ProgressMeter } from '../progress.ts';
import { printResult, startSession, type Runtime, warnOfPassword, withStore } from '../runtime.ts';

interface CopyCommandOptions {
  readonly from?: string;
  readonly to?: string;
}

const EXPLANATION = `
First stop "serve" and "sync" of the source. The target must have no data. Everything is copied and
compared in one transaction: if the command fails, the target remains empty, and the command can be
repeated. The copy needs the same master key: set TELLER_MASTER_KEY or TELLER_MASTER_KEY_FILE. The
password of PostgreSQL belongs into PGPASSWORD or ~/.pgpass, not into a URL on the command line.`;

/** Adds `teller copy`. */
export function addCopyCommand(program: Command, runtime: Runtime): void {
  program
    .command('copy')
    .description('copy an installation into another SQLite or PostgreSQL database')
    .option('--from <url>', 'the database to copy')
    .option('--to <url>', 'the target; migrate a PostgreSQL database first')
    .addHelpText('after', EXPLANATION)
    .addHelpText(
      'after',
      example('teller copy --from sqlite:./data/teller.db --to postgres://teller@db/teller'),
    )
    .action(async (options: CopyCommandOptions, command: Command) => {
      const from = requireOption(options.from, '--from <url>');
      const to = requireOption(options.to, '--to <url>');
      if (from === to) throw new UsageError('--from and --to are the same database');
      const globals = command.optsWithGlobals();
      const session = startSession(runtime, { ...globals, database: to }, '--to');
      const sourceConfig = readConfig(selectDatabase(runtime.env, from), runtime.workingFolder);
      warnOfPassword(runtime, '--from', from);
      requireSource(sourceConfig);
      const source = await openStore(sourceConfig, { create: false });
      const meter = new ProgressMeter(session);
      try {
        await source.checkSchema();
        await source.checkUser();
        const copied = await withStore(session, { create: true, expectEmpty: true }, (target) =>
          copyStore(source, target, meter.update),
        );
        const { walletCount, transactionCount } = copied;
        const wallets = formatCount(walletCount);
        const text = `Copied ${wallets} wallets with ${formatCount(transactionCount)} transactions`;
        printResult(session, copied, text);
      } finally {
        meter.clear();
        await source.close();
      }
    });
}

/** @throws {CommandError} if the file of the source is missing. */
function requireSource({ database }: Config): void {
  if (database.kind !== 'sqlite' || existsSync(database.path)) return;
  throw new CommandError(
    'store_unavailable',
    `--from: there is no database at ${database.path}: check its path`,
  );
}
