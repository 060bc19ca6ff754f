import type { OwnSession, WriteSession } from '../sql/database.ts';
import type { SqliteConnection } from './connection.ts';

/** Maximum snapshots that are read concurrently. Their work is short, so more would only wait for the processor. */
const READERS_MAX = 4;
/** Maximum wait of long work, such as an import, for the write lock, which another import may have for minutes. */
const LONG_WAIT_MS = 300_000;
/** The connection tries to get the write lock itself. */
const NO_WAIT = 'PRAGMA busy_timeout = 0';

/**
 * The connections to one file: one for single reads, one for writes, one after the other, and a few for snapshots. The
 * driver is synchronous, but the statements of a transaction are separated by promises, so each transaction needs a
 * connection of its own.
 */
export class SqliteConnections {
  readonly single: SqliteConnection;
  /** Opens another connection to the same file. Its user closes it. */
  readonly open: () => SqliteConnection;
  readonly #writeWaitMs: number;
  readonly #writing = new Places(1);
  readonly #reading = new Places(READERS_MAX);
  readonly #idleReaders: SqliteConnection[] = [];
  #writer: SqliteConnection | undefined;
  #isClosed = false;

  /** @param writeWaitMs maximum wait of a writer for the lock of another process. */
  constructor(single: SqliteConnection, open: () => SqliteConnection, writeWaitMs: number) {
    this.single = single;
    this.open = open;
    this.#writeWaitMs = writeWaitMs;
  }

  /** See `Database.read`. */
  read<T>(work: (session: SqliteConnection) => Promise<T>): Promise<T> {
    return this.#reading.run(async () => {
      const reader = this.#idleReaders.pop() ?? this.open();
      try {
        return await reader.inTransaction('BEGIN DEFERRED', work);
      } finally {
        if (this.#isClosed) reader.close();
        else this.#idleReaders.push(reader);
      }
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
    this.#isClosed = true;
    this.single.close();
    for (const reader of this.#idleReaders) reader.close();
    await this.#writing.run(async () => this.#writer?.close());
  }
}

/** A queue for a limited number of concurrent uses. */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
