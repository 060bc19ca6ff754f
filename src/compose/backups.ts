/** Backs up and restores an SQLite database. */
import { existsSync } from 'node:fs';

import type { Config } from '../config/read-config.ts';
import type { BackupSummary } from '../store/sqlite/backup.ts';
import { hasMasterKey } from './load-master-key.ts';
import { DatabaseMissingError } from './open-store.ts';
import { SetupError } from './setup-error.ts';

/** The result of a restore. */
export interface RestoreReport extends BackupSummary {
  /** True if the configuration has the master key of the backup. */
  readonly hasMasterKey: boolean;
  /** The path of the previous file, if it could not be read and was moved. */
  readonly movedTo: string | undefined;
}

/**
 * Copies an SQLite database into a file, while it is in use.
 *
 * @throws {DatabaseMissingError} if it does not exist.
 */
export async function backUpDatabase(config: Config, file: string): Promise<BackupSummary> {
  const { backUpDatabase: backUp } = await import('../store/sqlite/backup.ts');
  const path = requireSqlite(config);
  if (!existsSync(path)) throw new DatabaseMissingError(path);
  return backUp(path, file);
}

/**
 * Replaces an SQLite database with a backup.
 *
 * @param force replaces a database that has data, or that cannot be read.
 * @throws {SetupError} `master_key_mismatch` if the backup was made with another master key.
 */
export async function restoreDatabase(
  config: Config,
  file: string,
  force: boolean,
): Promise<RestoreReport> {
  const path = requireSqlite(config);
  const [{ readBackup }, { restoreDatabase: restore }] = await Promise.all([
    import('../store/sqlite/backup.ts'),
    import('../store/sqlite/restore.ts'),
  ]);
  const summary = await readBackup(file);
  const isKeyThere = hasMasterKey(config, summary.masterKey);
  const { movedTo } = await restore(file, path, force);
  return { ...summary, hasMasterKey: isKeyThere, movedTo };
}

function requireSqlite({ database }: Config): string {
  if (database.kind === 'sqlite') return database.path;
  throw new SetupError(
    'unsupported_database',
    'this command supports SQLite only; use pg_basebackup or pg_dump for PostgreSQL',
  );
}
