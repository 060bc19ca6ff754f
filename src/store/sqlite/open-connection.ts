import { type BigIntStats, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { StoreCorruptedError, StoreUnavailableError } from '../errors.ts';
import type { NewerSchema } from '../migrations.ts';
import { SqliteConnection } from './connection.ts';
import { checkSchemaOwner, isEmptyDatabase } from './migrations.ts';
import {
  CANNOT_OPEN_ADVICE,
  isBusy,
  NOT_A_DATABASE,
  translateSqliteError,
} from './sqlite-error.ts';

/** The options for opening a file. */
export interface ConnectionOptions {
  /** The database file, which must exist. */
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** True if nothing may be written, also not next to the file. No process may change the file meanwhile. */
  readonly readOnly: boolean;
  /** True to also enable the write-ahead log in an empty file. */
  readonly isNew: boolean;
  /** Whether the schema of a newer program is accepted. By default it is refused. */
  readonly newerSchema?: NewerSchema;
}

/** Matches a message that begins with a path. */
const NAMED = /^\//;
const JOURNAL_RETRY_MS = 10;
/** The smallest page of SQLite, and therefore the smallest database that is not empty. */
const DATABASE_BYTES_MIN = 512n;

/**
 * The settings of every connection. No memory map: if another program truncates a mapped file, the process
 * ends (SIGBUS) instead of a call failing, and the pages of the hot path are in the cache of 64 MiB anyway.
 * `trusted_schema` is off, so that views of a manipulated file cannot run functions. The log is written back
 * every 4,000 pages, with which imports are a fifth faster than with the default of 1,000.
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
 * Opens an existing database file. Checks that it belongs to this program before anything is written, so that
 * a file of another program is not changed.
 *
 * @throws {StoreUnavailableError} if it cannot be opened; the message names the file.
 */
export function openConnection(options: ConnectionOptions): SqliteConnection {
  const { path, busyTimeoutMs, readOnly, isNew, newerSchema = 'refuse' } = options;
  let database: DatabaseSync | undefined;
  try {
    refuseFragment(readFileState(path));
    // `mode=rw` never creates a file; a path would, if the file was removed just before.
    const url = pathToFileURL(path);
    url.searchParams.set('mode', readOnly ? 'ro' : 'rw');
    // A file with the format of the write-ahead log would get a log even if it is only read (https://www.sqlite.org/wal.html).
    if (readOnly) url.searchParams.set('immutable', '1');
    database = new DatabaseSync(url, { readOnly, timeout: busyTimeoutMs, defensive: true });
    const connection = new SqliteConnection(database);
    checkSchemaOwner(connection, newerSchema);
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
 * Returns the state of a file; `undefined` if it does not exist.
 *
 * @throws {StoreUnavailableError} if the state cannot be read.
 */
export function readFileState(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw new StoreUnavailableError(CANNOT_OPEN_ADVICE, { cause: error });
  }
}

/**
 * Refuses a file that is smaller than a page: SQLite treats a file of a single byte as empty and would
 * overwrite it.
 */
function refuseFragment(state: BigIntStats | undefined): void {
  if (state === undefined || !state.isFile()) return;
  if (state.size > 0n && state.size < DATABASE_BYTES_MIN) {
    throw new StoreUnavailableError(NOT_A_DATABASE);
  }
}

/**
 * Enables the write-ahead log, and retries while the file is locked. SQLite does not wait for a lock here, so
 * if several processes open a new file concurrently, all but one would fail.
 */
function switchToWal(connection: SqliteConnection, busyTimeoutMs: number): void {
  const untilMs = performance.now() + busyTimeoutMs;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      connection.execute('PRAGMA journal_mode = WAL');
      // The first call that uses the log creates its file. It has to exist from now on.
      isEmptyDatabase(connection);
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= untilMs) throw error;
      Atomics.wait(pause, 0, 0, JOURNAL_RETRY_MS);
    }
  }
}

/**
 * Returns the error with the file's name in its message, if it is an error of the database that names no
 * file.
 */
export function nameFile(error: unknown, path: string): unknown {
  if (!(error instanceof StoreUnavailableError) || NAMED.test(error.message)) return error;
  const Named = error instanceof StoreCorruptedError ? StoreCorruptedError : StoreUnavailableError;
  return new Named(`${path}: ${error.message}`, { cause: error.cause });
}
