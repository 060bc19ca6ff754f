import { createFile } from './create-file.ts';
import { DatabaseFile } from './database-file.ts';
import { readMigrations } from './migrations.ts';
import { SqliteStore } from './sqlite-store.ts';

/** Where the database is and how it is opened. */
export interface SqliteStoreOptions {
  /** The database file; it and its directory are made where they are missing. */
  readonly path: string;
  /** How long a call waits for another process's lock; 5 s where absent. */
  readonly busyTimeoutMs?: number;
  /** Refuses every write; the file has to exist. */
  readonly readOnly?: boolean;
  /** A clock that never goes back; the process's where absent. */
  readonly monotonicMs?: () => number;
}

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the store that is kept in an SQLite file. The schema is brought up to date by
 * {@link SqliteStore.migrate}, not here.
 *
 * @throws {StoreUnavailableError} where the file cannot be opened or made, is no database or one
 * of another program, is locked longer than the timeout, or is of a newer program.
 */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { path, busyTimeoutMs = BUSY_TIMEOUT_MS, readOnly = false } = options;
  const { monotonicMs = () => performance.now() } = options;
  if (!readOnly) createFile(path);
  const migrations = readMigrations();
  const connection = { path, busyTimeoutMs, readOnly, migrations, isNew: true };
  return new SqliteStore(new DatabaseFile(connection, monotonicMs), migrations);
}
