/**
 * Lets requests begin one after the other, each in an iteration of the event loop of its own. A change in SQLite
 * blocks this process for some milliseconds: without turns, a caller of the service would wait for all management
 * requests that arrived at the same time.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when the next request may begin. */
  take(): Promise<void> {
    this.#last = this.#last.then(
      () =>
        new Promise((resolve) => {
          setImmediate(resolve);
        }),
    );
    return this.#last;
  }
}
