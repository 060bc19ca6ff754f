import type { SqliteConnection } from './connection.ts';

/** Numbers the observed states of the database (see `ServingStore.generation`). */
export class Generations {
  #current = 0;
  #connection: SqliteConnection | undefined;
  #changeCount = 0;
  #dataVersion = 0;
  #lookedInTurn = false;

  /**
   * Returns the number of the state that this connection reads now; another connection has another number.
   */
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
   * Checks for commits of other processes once per turn of the event loop, because a check takes some
   * microseconds. The requests of a turn had arrived before it began.
   */
  #lookForTurn(): void {
    if (this.#lookedInTurn) return;
    this.#lookedInTurn = true;
    setImmediate(() => {
      this.#lookedInTurn = false;
    });
  }
}
