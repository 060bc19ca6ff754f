import type { SqliteConnection } from './connection.ts';

/** Numbers the states of the database that are seen (see `ServingStore.generation`). */
export class Generations {
  #current = 0;
  #connection: SqliteConnection | undefined;
  #changeCount = 0;
  #dataVersion = 0;

  /** The number of the state that this connection sees now; another connection, another number. */
  readFrom(connection: SqliteConnection): number {
    const { changeCount, dataVersion } = connection.readVersion();
    const same =
      connection === this.#connection &&
      changeCount === this.#changeCount &&
      dataVersion === this.#dataVersion;
    if (same) return this.#current;
    this.#connection = connection;
    this.#changeCount = changeCount;
    this.#dataVersion = dataVersion;
    this.#current += 1;
    return this.#current;
  }
}
