import type { SqliteConnection } from './connection.ts';

/** Numbers the states of the database that are seen (see `ServingStore.generation`). */
export class Generations {
  #current = 0;
  #connection: SqliteConnection | undefined;
  #changeCount = 0;
  #dataVersion = 0;
  #lookedInTurn = false;

  /** The number of the state that this connection sees now; another connection, another number. */
  readFrom(connection: SqliteConnection): number {
    const other = connection !== this.#connection || connection.changeCount !== this.#changeCount;
    if (!other && this.#lookedInTurn) return this.#current;
    const dataVersion = connection.readDataVersion();
    if (other || dataVersion !== this.#dataVersion) this.#current += 1;
    this.#connection = connection;
    this.#changeCount = connection.changeCount;
    this.#dataVersion = dataVersion;
    this.#lookForTurn();
    return this.#current;
  }

  /**
   * What other processes have committed is looked for once in a turn of the event loop, which takes
   * some microseconds: the requests that a turn handles had arrived before it began.
   */
  #lookForTurn(): void {
    if (this.#lookedInTurn) return;
    this.#lookedInTurn = true;
    setImmediate(() => {
      this.#lookedInTurn = false;
    });
  }
}
