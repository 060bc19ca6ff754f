import { createFile } from './create-file.ts';
import { DatabaseFile } from './database-file.ts';
import { readMigrations } from './migrations.ts';
import { SqliteStore } from './sqlite-store.ts';

/** The options for opening the store. */
export interface SqliteStoreOptions {
  /** The database file. It and its folder are created if they are missing. */
  readonly path: string;
  /** Maximum wait of a call for another process's lock. Default: 5 s. */
  readonly busyTimeoutMs?: number;
  /** Refuses every write. The file must exist. */
  readonly readOnly?: boolean;
  /** A monotonic clock. Default: the clock of the process. */
  readonly monotonicMs?: () => number;
}

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the store in an SQLite file. Does not migrate the schema; see {@link SqliteStore.migrate}.
 *
 * @throws {StoreUnavailableError} if the file cannot be opened or created, is not a database, belongs to
 * another or a newer program, or is locked longer than the timeout.
 */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { path, busyTimeoutMs = BUSY_TIMEOUT_MS, readOnly = false } = options;
  const { monotonicMs = () => performance.now() } = options;
  if (!readOnly) createFile(path);
  const migrations = readMigrations();
  const connection = { path, busyTimeoutMs, readOnly, migrations, isNew: true };
  return new SqliteStore(new DatabaseFile(connection, monotonicMs), migrations);
}
