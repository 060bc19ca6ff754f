/** Copies an SQLite database into a file and back. */
import { existsSync } from 'node:fs';

import type { Config } from '../config/read-config.ts';
import type { BackupSummary } from '../store/sqlite/backup.ts';
import { hasMasterKey } from './load-master-key.ts';
import { DatabaseMissingError } from './open-store.ts';

/** The command supports SQLite only. */
export class UnsupportedDatabaseError extends Error {
  readonly code = 'unsupported_database';

  constructor() {
    super('this command supports SQLite only; use pg_basebackup or pg_dump for PostgreSQL');
    this.name = 'UnsupportedDatabaseError';
  }
}

/** What was restored. */
export interface RestoreReport extends BackupSummary {
  /** Whether the configuration has the master key that the backup was made under. */
  readonly hasMasterKey: boolean;
  /** Where the previous file is, if it could not be read. */
  readonly movedTo: string | undefined;
}

/** Copies an SQLite database into a file, while it is used. @throws {DatabaseMissingError} */
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
 * @throws {MasterKeyMismatchError} if the backup was made with another master key.
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
  if (database.kind !== 'sqlite') throw new UnsupportedDatabaseError();
  return database.path;
}
