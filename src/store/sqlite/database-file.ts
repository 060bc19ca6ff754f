import { type BigIntStats, rmSync } from 'node:fs';

import { StoreUnavailableError } from '../errors.ts';
import type { SqliteConnection } from './connection.ts';
import { type ConnectionOptions, openConnection, readFileState } from './open-connection.ts';
import { isCuredByReopening, translateSqliteError } from './sqlite-error.ts';

/** Interval at which the file is checked, and minimum interval between two reopenings. */
export const FILE_CHECK_INTERVAL_MS = 1000;

/** A file that was opened, and which one that is. */
interface OpenedFile {
  readonly connection: SqliteConnection;
  readonly file: BigIntStats | undefined;
  readonly log: BigIntStats | undefined;
}

/**
 * The database as a file that an operator may damage, remove, replace and put back while the
 * program runs. SQLite stays with the file it has opened and with what it has read of it, so a
 * connection for life would never see a backup that was restored.
 *
 * While the file is missing its connection stays open: its number (inode) cannot be given to
 * another file as long as it is, and if the same file comes back there is nothing to do.
 */
export class DatabaseFile {
  readonly #options: ConnectionOptions;
  readonly #monotonicMs: () => number;
  #opened: OpenedFile | undefined;
  #checkedAtMs: number;
  #suspect = false;
  #missing = false;
  #closed = false;

  /** @param monotonicMs a clock that never goes back. @throws {StoreUnavailableError} */
  constructor(options: ConnectionOptions, monotonicMs: () => number) {
    this.#options = { ...options, isNew: false };
    this.#monotonicMs = monotonicMs;
    this.#opened = openFile(options);
    this.#checkedAtMs = monotonicMs();
  }

  /**
   * Runs a call of the synchronous driver on the file that lies at the path now.
   *
   * @throws {StoreUnavailableError} where there is none, or it cannot be used.
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
   * Runs work that takes long on a connection of its own, so that it never shares a transaction with
   * other calls of this process.
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

  /** Closes the file for good; closing twice is nothing to complain about. */
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
      throw new StoreUnavailableError('the database file is missing or cannot be used');
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
    if (opened !== undefined && !replaced && !this.#suspect) return;
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
  // Asked before: a file that takes its place meanwhile is noticed at the next check.
  const file = readFileState(options.path);
  const connection = openConnection(options);
  return { connection, file, log: readFileState(`${options.path}-wal`) };
}

/**
 * A file that was moved over the database is next to the write-ahead log of the former one.
 * SQLite would write that log into it. A log that came with the new file is another one and stays.
 */
function removeForeignLog(path: string, { log }: OpenedFile): void {
  const found = readFileState(`${path}-wal`);
  if (found === undefined || !isSameFile(log, found)) return;
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
}

function isSameFile(a: BigIntStats | undefined, b: BigIntStats): boolean {
  return a?.ino === b.ino && a.dev === b.dev;
}
