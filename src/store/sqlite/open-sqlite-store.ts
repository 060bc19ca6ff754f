import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { StoreUnavailableError } from '../store.ts';
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
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

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

/**
 * Makes the file and its directory for this user alone; SQLite gives the files beside it the same
 * mode. An existing file is not opened here: closing it would drop the locks that other
 * connections of this process hold on it (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
function createFile(path: string): void {
  try {
    createFolder(dirname(path));
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'EEXIST') return;
    throw new StoreUnavailableError(`${path}: the database file cannot be made (${code})`, {
      cause: error,
    });
  }
}

/**
 * Makes a folder and those above it. Node's own way (`recursive`) never ends where the system says
 * of a folder that exists that it does not, as /proc does.
 */
function createFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const above = dirname(path);
  if (above !== path) createFolder(above);
  try {
    mkdirSync(path, { mode: DIRECTORY_MODE });
  } catch (error) {
    // Another process that starts at the same time may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
