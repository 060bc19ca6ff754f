import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StoreUnavailableError } from '../store.ts';
import { SqliteConnection } from './connection.ts';
import { checkSchemaOwner, readMigrations } from './migrations.ts';
import { isBusy, translateSqliteError } from './sqlite-error.ts';
import { SqliteStore } from './sqlite-store.ts';

/** Where the database is and how it is opened. */
export interface SqliteStoreOptions {
  /** The database file; it and its directory are made where they are missing. */
  readonly path: string;
  /** How long a call waits for another process's lock; 5 s where absent. */
  readonly busyTimeoutMs?: number;
  /** Refuses every write; the file has to exist. */
  readonly readOnly?: boolean;
}

const BUSY_TIMEOUT_MS = 5000;
const JOURNAL_RETRY_MS = 10;
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * What every connection is set to. No memory map: with one, a file that another program truncates
 * ends the process (SIGBUS) instead of failing a call, and the pages of the hot path are in the
 * cache of 64 MiB either way. `trusted_schema`: a tampered file must not run functions by a view.
 * The log is written back every 4,000 pages: imports gain a fifth over the default of 1,000.
 */
const SETTINGS = `
  PRAGMA synchronous = FULL;
  PRAGMA trusted_schema = OFF;
  PRAGMA cache_size = -65536;
  PRAGMA mmap_size = 0;
  PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
`;

/**
 * Opens the store that is kept in an SQLite file. The schema is brought up to date by
 * {@link SqliteStore.migrate}, not here.
 *
 * @throws {StoreUnavailableError} where the file cannot be opened or made, is no database or one
 * of another program, is locked longer than the timeout, or is of a newer program.
 */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { path, busyTimeoutMs = BUSY_TIMEOUT_MS, readOnly = false } = options;
  if (!readOnly) createFile(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs, defensive: true });
    const connection = new SqliteConnection(database);
    if (!readOnly) switchToWal(connection, busyTimeoutMs);
    connection.execute(SETTINGS);
    const migrations = readMigrations();
    checkSchemaOwner(connection, migrations);
    return new SqliteStore(connection, migrations);
  } catch (error) {
    database?.close();
    throw nameFile(translateSqliteError(error), path);
  }
}

/**
 * Makes the file and its directory for this user alone; SQLite gives the files beside it the same
 * mode. An existing file is not opened here: closing it would drop the locks that other
 * connections of this process hold on it (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
function createFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: DIRECTORY_MODE });
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
 * Turns the write-ahead log on. SQLite does not wait for a lock here, so that of several processes
 * that open a new file at once all but one would fail.
 */
function switchToWal(connection: SqliteConnection, busyTimeoutMs: number): void {
  const attemptsMax = Math.ceil(busyTimeoutMs / JOURNAL_RETRY_MS) + 1;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      connection.execute('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === attemptsMax) throw error;
      Atomics.wait(pause, 0, 0, JOURNAL_RETRY_MS);
    }
  }
}

function nameFile(error: unknown, path: string): unknown {
  if (!(error instanceof StoreUnavailableError)) return error;
  return new StoreUnavailableError(`${path}: ${error.message}`, { cause: error.cause });
}
