import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';

import { backUpDatabase, restoreDatabase } from '../../compose/backups.ts';
import type { MasterKeySource } from '../../config/read-config.ts';
import { example } from '../example.ts';
import { UsageError } from '../failure.ts';
import { formatCount } from '../format.ts';
import { note, printResult, startSession, type Runtime } from '../runtime.ts';
import { exitAtSignal } from '../stop-signal.ts';

const MEGABYTE = 1_000_000;

const BACKUP_EXPLANATION = `
The backup is a consistent snapshot, and does not block users of the database. It does not contain the
master key: keep a copy of the key, separate from the backups.`;

const RESTORE_EXPLANATION = `
First stop every process that synchronises ("sync", and "serve" without --no-sync). The data is replaced
in one step. A "serve --no-sync" may continue, and serves the restored data.`;

/** Adds `teller backup`. */
export function addBackupCommand(program: Command, runtime: Runtime): void {
  program
    .command('backup <file>')
    .description('copy the database into a file while the service runs (SQLite)')
    .addHelpText('after', BACKUP_EXPLANATION)
    .addHelpText('after', example('teller backup ./backups/teller-2026-11-21.db'))
    .action(async (file: string, _options: object, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const target = resolveFile(runtime, file);
      exitAtSignal();
      const { bytes, walletCount } = await backUpDatabase(session.config, target);
      const { masterKey } = session.config;
      if (masterKey.kind === 'file' && existsSync(masterKey.path)) {
        note(
          session,
          `the backup does not contain the master key; keep a copy of ${masterKey.path} elsewhere`,
        );
      }
      const text = `Backed up ${describe(walletCount, bytes)} into ${target}`;
      printResult(session, { file: target, bytes, walletCount }, text);
    });
}

/** Adds `teller restore`. */
export function addRestoreCommand(program: Command, runtime: Runtime): void {
  program
    .command('restore <file>')
    .description('replace the database with a backup (SQLite)')
    .option('--force', 'also replace a database that contains data or cannot be read')
    .addHelpText('after', RESTORE_EXPLANATION)
    .addHelpText('after', example('teller restore ./backups/teller-2026-11-21.db'))
    .action(async (file: string, options: { force?: true }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const source = resolveFile(runtime, file);
      exitAtSignal();
      const report = await restoreDatabase(session.config, source, options.force === true);
      const { bytes, walletCount, hasMasterKey, movedTo } = report;
      if (movedTo !== undefined) {
        note(session, `the previous database could not be read and was moved to ${movedTo}`);
      }
      if (!hasMasterKey) note(session, explainMissingKey(session.config.masterKey));
      const text = `Restored ${describe(walletCount, bytes)} from ${source}`;
      printResult(session, { file: source, bytes, walletCount, hasMasterKey, movedTo }, text);
    });
}

/** Returns the path of a file. @throws {UsageError} if the text is not the name of a file. */
function resolveFile({ workingFolder }: Runtime, file: string): string {
  if (file === '-' || file.endsWith('/')) throw new UsageError(`${file} is not the name of a file`);
  return resolve(workingFolder, file);
}

function describe(walletCount: number, bytes: number): string {
  return `${formatCount(walletCount)} wallets, ${(bytes / MEGABYTE).toFixed(1)} MB,`;
}

function explainMissingKey(source: MasterKeySource): string {
  const place = source.kind === 'file' ? source.path : 'TELLER_MASTER_KEY';
  return `warning: the master key of this backup is missing; put it into ${place}`;
}
