import { type BigIntStats, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { StoreUnavailableError } from '../errors.ts';
import { SqliteConnection } from './connection.ts';
import { checkSchemaOwner, isEmptyDatabase, type Migration } from './migrations.ts';
import { isBusy, translateSqliteError } from './sqlite-error.ts';

/** How a file is opened. */
export interface ConnectionOptions {
  /** The database file, which has to exist. */
  readonly path: string;
  readonly busyTimeoutMs: number;
  readonly readOnly: boolean;
  readonly migrations: readonly Migration[];
  /** Turns the write-ahead log on in an empty file as well; else it is left as it is. */
  readonly isNew: boolean;
}

/** A message that begins with a path. */
const NAMED = /^\//;
const JOURNAL_RETRY_MS = 10;
/** The smallest page of SQLite, and so the smallest file that has anything in it. */
const DATABASE_BYTES_MIN = 512n;

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
 * Opens an existing database file. Whose it is is looked at before anything is written, so that a
 * file of another program stays as it is.
 *
 * @throws {StoreUnavailableError} that names the file.
 */
export function openConnection(options: ConnectionOptions): SqliteConnection {
  const { path, busyTimeoutMs, readOnly, migrations, isNew } = options;
  let database: DatabaseSync | undefined;
  try {
    refuseFragment(readFileState(path));
    // `mode=rw` never makes a file, as a path would where the file is removed just now.
    const url = pathToFileURL(path);
    url.searchParams.set('mode', readOnly ? 'ro' : 'rw');
    database = new DatabaseSync(url, { readOnly, timeout: busyTimeoutMs, defensive: true });
    const connection = new SqliteConnection(database);
    checkSchemaOwner(connection, migrations);
    if (!readOnly && (isNew || !isEmptyDatabase(connection))) {
      switchToWal(connection, busyTimeoutMs);
    }
    connection.execute(SETTINGS);
    return connection;
  } catch (error) {
    database?.close();
    throw nameFile(translateSqliteError(error), path);
  }
}

/**
 * What the file system says of a file, `undefined` where there is none.
 *
 * @throws {StoreUnavailableError} if it is unknown.
 */
export function readFileState(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw new StoreUnavailableError('the database file cannot be opened', { cause: error });
  }
}

/** SQLite takes a file of a single byte for an empty one and would write over it. */
function refuseFragment(state: BigIntStats | undefined): void {
  if (state === undefined || !state.isFile()) return;
  if (state.size > 0n && state.size < DATABASE_BYTES_MIN) {
    throw new StoreUnavailableError('the file is not a database');
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
      // The log's file is made by the first call that uses it: it has to be known from now on.
      isEmptyDatabase(connection);
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === attemptsMax) throw error;
      Atomics.wait(pause, 0, 0, JOURNAL_RETRY_MS);
    }
  }
}

/** The error with the file that it is about, where it is the database's and names none yet. */
export function nameFile(error: unknown, path: string): unknown {
  if (!(error instanceof StoreUnavailableError) || NAMED.test(error.message)) return error;
  return new StoreUnavailableError(`${path}: ${error.message}`, { cause: error.cause });
}
