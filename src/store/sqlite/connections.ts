import type { OwnSession, WriteSession } from '../sql/database.ts';
import type { SqliteConnection } from './connection.ts';

/** Maximum wait of long work, such as an import, for the write lock, which another import may have for minutes. */
const LONG_WAIT_MS = 300_000;
/** The connection tries to get the write lock itself. */
const NO_WAIT = 'PRAGMA busy_timeout = 0';

/**
 * The connections to one file: one for single reads, one for snapshots and one for writes. The driver is synchronous, but
 * the statements of a transaction are separated by promises, so transactions of a connection run one after the other.
 */
export class SqliteConnections {
  readonly single: SqliteConnection;
  /** Opens another connection to the same file. Its user closes it. */
  readonly open: () => SqliteConnection;
  readonly #writeWaitMs: number;
  readonly #reading = new Queue();
  readonly #writing = new Queue();
  #reader: SqliteConnection | undefined;
  #writer: SqliteConnection | undefined;

  /** @param writeWaitMs maximum wait of a writer for the lock of another process. */
  constructor(single: SqliteConnection, open: () => SqliteConnection, writeWaitMs: number) {
    this.single = single;
    this.open = open;
    this.#writeWaitMs = writeWaitMs;
  }

  /** See `Database.read`. */
  read<T>(work: (session: SqliteConnection) => Promise<T>): Promise<T> {
    return this.#reading.run(() => {
      this.#reader ??= this.open();
      return this.#reader.inTransaction('BEGIN DEFERRED', work);
    });
  }

  /** See `Database.write`. The lock is taken first: otherwise the data that was read could be outdated. */
  write<T>(work: (session: WriteSession) => Promise<T>): Promise<T> {
    return this.#writing.run(() => {
      if (this.#writer === undefined) {
        this.#writer = this.open();
        this.#writer.execute(NO_WAIT);
      }
      return this.#writer.write(work, this.#writeWaitMs);
    });
  }

  /** Returns a session on a connection of {@link open}. Its transactions take turns with those of {@link write}. */
  takeTurns(connection: SqliteConnection): OwnSession {
    connection.execute(NO_WAIT);
    return {
      rows: (query) => connection.rows(query),
      row: (query) => connection.row(query),
      change: (query) => connection.change(query),
      write: (work, isCommitted) =>
        this.#writing.run(() => connection.write(work, LONG_WAIT_MS, isCommitted)),
    };
  }

  /** Closes the connections; a transaction that is running first ends. */
  async close(): Promise<void> {
    this.single.close();
    await this.#reading.run(async () => this.#reader?.close());
    await this.#writing.run(async () => this.#writer?.close());
  }
}

/** Runs works one after the other. */
class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
