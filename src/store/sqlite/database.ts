import { type BigIntStats, rmSync } from 'node:fs';

import { StoreUnavailableError } from '../errors.ts';
import type { Database, OwnSession, Row, WriteSession } from '../sql/database.ts';
import type { Query } from '../sql/query.ts';
import type { SqliteConnection } from './connection.ts';
import { SqliteConnections } from './connections.ts';
import { type ConnectionOptions, openConnection, readFileState } from './open-connection.ts';
import { isCuredByReopening, translateSqliteError } from './sqlite-error.ts';

/** Interval of the checks of the file, and minimum interval between two reopenings. */
export const FILE_CHECK_INTERVAL_MS = 1000;

/**
 * The settings of long work. Temporary tables are in a file without a name (in SQLITE_TMPDIR, TMPDIR or /var/tmp), which
 * ends with the process. The cache is larger than that of other connections: with an index of 1,000,000 random txids, an import
 * takes two thirds of the time.
 */
const OWN_SETTINGS = 'PRAGMA temp_store = FILE; PRAGMA cache_size = -98304';

/** The options of all connections but the first one. A newer program may have migrated the schema since then. */
const OF_OPEN_STORE = { isNew: false, newerSchema: 'accept' } as const;

/** An opened file and its identity. */
interface OpenedFile {
  readonly connections: SqliteConnections;
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
export class SqliteDatabase implements Database {
  readonly #options: ConnectionOptions;
  readonly #monotonicMs: () => number;
  #opened: OpenedFile | undefined;
  #checkedAtMs: number;
  #suspect = false;
  #missing = false;
  #closed = false;
  #version = 0;
  #seen: { readonly connections: SqliteConnections; readonly version: number } | undefined;
  /** True in the turn of the event loop that has read the version. */
  #isVersionCurrent = false;

  /**
   * @param monotonicMs a monotonic clock.
   * @throws {StoreUnavailableError} if the file cannot be opened.
   */
  constructor(options: ConnectionOptions, monotonicMs: () => number) {
    this.#options = { ...options, ...OF_OPEN_STORE };
    this.#monotonicMs = monotonicMs;
    this.#opened = openFile(options);
    this.#checkedAtMs = monotonicMs();
  }

  rows<Result = Row>(query: Query): Promise<readonly Result[]> {
    return this.#use(({ single }) => single.rows<Result>(query));
  }

  row<Result = Row>(query: Query): Promise<Result | undefined> {
    return this.#use(({ single }) => single.row<Result>(query));
  }

  change(query: Query): Promise<number> {
    return this.write((session) => session.change(query));
  }

  read<T>(work: (session: SqliteConnection) => Promise<T>): Promise<T> {
    return this.#use((connections) => connections.read(work));
  }

  /** Returns the rows of each query, on one snapshot. */
  readAtOnce(queries: readonly Query[]): Promise<readonly (readonly Row[])[]> {
    return this.#use(({ single }) => single.readAtOnce(queries));
  }

  write<T>(work: (session: WriteSession) => Promise<T>): Promise<T> {
    return this.#use((connections) => connections.write(work)).finally(() => {
      this.#isVersionCurrent = false;
    });
  }

  /**
   * Returns a number that changes whenever any connection, of any process, has committed a change. `undefined` if the
   * file is missing or cannot be used. The file is read once in a turn of the event loop: all requests of a turn were sent
   * before it, so none was sent by a caller who knows of a later change.
   */
  readVersion(): number | undefined {
    if (this.#isVersionCurrent) return this.#version;
    try {
      const connections = this.#connect();
      const version = connections.single.readValue('PRAGMA data_version') as number;
      if (connections !== this.#seen?.connections || version !== this.#seen.version) {
        this.#seen = { connections, version };
        this.#version += 1;
      }
      this.#isVersionCurrent = true;
      setImmediate(() => (this.#isVersionCurrent = false));
      return this.#version;
    } catch {
      return undefined;
    }
  }

  /** See `Database.withOwnConnection`. */
  withOwnConnection<T>(work: (session: OwnSession) => Promise<T>): Promise<T> {
    return this.withConnection((connection, connections) =>
      work(connections.takeTurns(connection)),
    );
  }

  /** Runs long work on a connection of its own. */
  withConnection<T>(
    work: (connection: SqliteConnection, connections: SqliteConnections) => Promise<T>,
  ): Promise<T> {
    return this.#use(async (connections) => {
      const connection = connections.open();
      try {
        // The rows of an import may not fit into memory.
        connection.execute(OWN_SETTINGS);
        return await work(connection, connections);
      } finally {
        connection.close();
        this.#isVersionCurrent = false;
      }
    });
  }

  /** Closes the file permanently. A second call does nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.connections.close();
  }

  async #use<T>(work: (connections: SqliteConnections) => Promise<T>): Promise<T> {
    try {
      return await work(this.#connect());
    } catch (error) {
      if (isCuredByReopening(error)) this.#suspect = true;
      throw translateSqliteError(error);
    }
  }

  #connect(): SqliteConnections {
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
    return this.#opened.connections;
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
      void opened.connections.close();
    }
    this.#opened = openFile(this.#options);
  }
}

function openFile(options: ConnectionOptions): OpenedFile {
  // The state is read before the file is opened, so that a file that replaces it meanwhile is detected at the
  // next check.
  const file = readFileState(options.path);
  const single = openConnection(options);
  const log = readFileState(`${options.path}-wal`);
  const connections = new SqliteConnections(
    single,
    () => openSame(options, file),
    options.busyTimeoutMs,
  );
  return { connections, file, log };
}

/**
 * Opens another connection to a file that is open.
 *
 * @throws {StoreUnavailableError} if another file has replaced it: SQLite would apply the log of the former one to it.
 */
function openSame(options: ConnectionOptions, file: BigIntStats | undefined): SqliteConnection {
  const found = readFileState(options.path);
  if (found === undefined || !isSameFile(file, found)) {
    throw new StoreUnavailableError('the database file was removed or replaced; retry');
  }
  return openConnection({ ...options, ...OF_OPEN_STORE });
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
