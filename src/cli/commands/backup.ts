import { resolve } from 'node:path';
import type { Command } from 'commander';

import { backUpDatabase, type BackupReport, restoreDatabase } from '../../compose.ts';
import { example } from '../example.ts';
import { formatCount } from '../format.ts';
import { note, printResult, startSession, type Runtime, type Session } from '../runtime.ts';

const MEGABYTE = 1_000_000;

const BACKUP_EXPLANATION = `
The copy is of one moment, and nobody who uses the database waits for it. The master key is not in it:
keep a copy of the key, apart from the copies of the database.`;

const RESTORE_EXPLANATION = `
Everything in the database is replaced, in one transaction. End "sync" before; a "serve" that runs tells
what was restored from then on.`;

/** Adds `teller backup`. */
export function addBackupCommand(program: Command, runtime: Runtime): void {
  program
    .command('backup <file>')
    .description('copy the database into a file, while it is used (SQLite)')
    .addHelpText('after', BACKUP_EXPLANATION)
    .addHelpText('after', example('teller backup ./backups/teller-2026-11-21.db'))
    .action(async (file: string, _options: object, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const target = resolve(runtime.workingFolder, file);
      const report = await backUpDatabase(session.config, target);
      const { masterKey } = session.config;
      if (masterKey.kind === 'file') {
        note(session, `the master key is not in it, keep a copy of ${masterKey.path} elsewhere`);
      }
      printReport(session, target, report, `Backed up ${describe(report)} into ${target}`);
    });
}

/** Adds `teller restore`. */
export function addRestoreCommand(program: Command, runtime: Runtime): void {
  program
    .command('restore <file>')
    .description('replace the database by a backup (SQLite)')
    .option('--force', 'also where the database holds wallets, which are gone then')
    .addHelpText('after', RESTORE_EXPLANATION)
    .addHelpText('after', example('teller restore ./backups/teller-2026-11-21.db'))
    .action(async (file: string, options: { force?: true }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const source = resolve(runtime.workingFolder, file);
      const report = await restoreDatabase(session.config, source, options.force === true);
      if (!report.hasMasterKey) note(session, explainMissingKey(session));
      printReport(session, source, report, `Restored ${describe(report)} from ${source}`);
    });
}

function describe({ walletCount, bytes }: BackupReport): string {
  return `${formatCount(walletCount)} wallets, ${(bytes / MEGABYTE).toFixed(1)} MB,`;
}

function printReport(session: Session, file: string, report: BackupReport, text: string): void {
  const { bytes, walletCount } = report;
  printResult(session, { file, bytes, walletCount }, text);
}

function explainMissingKey({ config: { masterKey } }: Session): string {
  const place = masterKey.kind === 'file' ? masterKey.path : 'TELLER_MASTER_KEY';
  return `warning: the master key of this backup is missing; put it into ${place}`;
}
