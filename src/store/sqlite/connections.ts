import type { WriteSession } from '../sql/database.ts';
import type { SqliteConnection } from './connection.ts';

/** Maximum snapshots that are read concurrently. Their work is short, so more would only wait for the processor. */
const READERS_MAX = 4;

/**
 * The connections to one file: one for single reads, one for writes, one after the other, and a few for snapshots. The
 * driver is synchronous, but the statements of a transaction are separated by promises, so each transaction needs a
 * connection of its own.
 */
export class SqliteConnections {
  readonly single: SqliteConnection;
  /** Opens another connection to the same file. Its user closes it. */
  readonly open: () => SqliteConnection;
  readonly #writing = new Places(1);
  readonly #reading = new Places(READERS_MAX);
  readonly #idleReaders: SqliteConnection[] = [];
  #writer: SqliteConnection | undefined;
  #isClosed = false;

  constructor(single: SqliteConnection, open: () => SqliteConnection) {
    this.single = single;
    this.open = open;
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
      this.#writer ??= this.open();
      return this.#writer.inTransaction('BEGIN IMMEDIATE', work);
    });
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
