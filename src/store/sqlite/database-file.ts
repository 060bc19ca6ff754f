import { type BigIntStats, rmSync } from 'node:fs';

import { StoreUnavailableError } from '../errors.ts';
import type { SqliteConnection } from './connection.ts';
import { type ConnectionOptions, openConnection, readFileState } from './open-connection.ts';
import { isCuredByReopening, translateSqliteError } from './sqlite-error.ts';

/** Interval of the checks of the file and its log, and minimum interval between two reopenings. */
export const FILE_CHECK_INTERVAL_MS = 1000;

/** An opened file and its identity. */
interface OpenedFile {
  readonly connection: SqliteConnection;
  readonly file: BigIntStats | undefined;
  readonly log: BigIntStats | undefined;
}

/**
 * The database file, which an operator may corrupt, remove, replace or restore while the program runs. SQLite
 * keeps the file that it has opened and the pages that it has read, so a permanent connection would never
 * read a restored file.
 *
 * While the file is missing, its connection remains open. So its inode is not reused for another file, and if
 * the same file is restored, it does not have to be reopened.
 */
export class DatabaseFile {
  readonly #options: ConnectionOptions;
  readonly #monotonicMs: () => number;
  #opened: OpenedFile | undefined;
  #checkedAtMs: number;
  #suspect = false;
  #missing = false;
  #closed = false;

  /**
   * @param monotonicMs a monotonic clock.
   * @throws {StoreUnavailableError} if the file cannot be opened.
   */
  constructor(options: ConnectionOptions, monotonicMs: () => number) {
    this.#options = { ...options, isNew: false };
    this.#monotonicMs = monotonicMs;
    this.#opened = openFile(options);
    this.#checkedAtMs = monotonicMs();
  }

  /**
   * Runs a call of the synchronous driver on the file that is now at the path.
   *
   * @throws {StoreUnavailableError} if the file is missing or cannot be used.
   */
  run<T>(work: (connection: SqliteConnection) => T): T {
    try {
      return work(this.#connect());
    } catch (error) {
      if (isCuredByReopening(error)) this.#suspect = true;
      throw translateSqliteError(error);
    }
  }

  /**
   * Runs long work on a separate connection, so that it never shares a transaction with other calls of this
   * process.
   *
   * @throws {StoreUnavailableError} if the file is missing or cannot be used.
   */
  async runApart<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    this.#connect();
    const connection = openConnection(this.#options);
    try {
      return await work(connection);
    } catch (error) {
      throw translateSqliteError(error);
    } finally {
      connection.close();
    }
  }

  /** Closes the file permanently. A second call does nothing. */
  close(): void {
    this.#closed = true;
    this.#opened?.connection.close();
    this.#opened = undefined;
  }

  #connect(): SqliteConnection {
    if (this.#closed) throw new StoreUnavailableError('the database is closed');
    const nowMs = this.#monotonicMs();
    if (nowMs - this.#checkedAtMs >= FILE_CHECK_INTERVAL_MS) {
      this.#checkedAtMs = nowMs;
      this.#check();
    }
    if (this.#opened === undefined || this.#missing) {
      throw new StoreUnavailableError(
        'the database file is missing or cannot be used; put it back, or restore a backup',
      );
    }
    return this.#opened.connection;
  }

  /** Reopens the file if it was replaced, or if the last call failed because of it. */
  #check(): void {
    const file = readFileState(this.#options.path);
    this.#missing = file === undefined;
    if (file === undefined) return;
    const opened = this.#opened;
    const replaced = opened !== undefined && !isSameFile(opened.file, file);
    if (opened !== undefined && !replaced && !this.#suspect) {
      opened.connection.checkLog();
      return;
    }
    this.#opened = undefined;
    this.#suspect = false;
    if (opened !== undefined) {
      if (replaced) removeForeignLog(this.#options.path, opened);
      opened.connection.close();
    }
    this.#opened = openFile(this.#options);
  }
}

function openFile(options: ConnectionOptions): OpenedFile {
  // The state is read before the file is opened, so that a file that replaces it meanwhile is detected at the
  // next check.
  const file = readFileState(options.path);
  const connection = openConnection(options);
  return { connection, file, log: readFileState(`${options.path}-wal`) };
}

/**
 * Removes the write-ahead log of a former database file, because SQLite would apply it to the file that has
 * replaced the database. A log that belongs to the new file remains.
 */
function removeForeignLog(path: string, { log }: OpenedFile): void {
  const found = readFileState(`${path}-wal`);
  if (found === undefined || !isSameFile(log, found)) return;
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
}

function isSameFile(a: BigIntStats | undefined, b: BigIntStats): boolean {
  return a?.ino === b.ino && a.dev === b.dev;
}
