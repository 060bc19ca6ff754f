/** A smaller difference is the way to the store and back. */
const DIFFERENCE_MS_MIN = 1000;

/**
 * The clock that the workers of a store share: this machine's, corrected by the store's. Leases and
 * waits that workers write for each other are compared by one clock then.
 */
export class StoreClock {
  readonly #machineMs: () => number;
  #differenceMs = 0;

  /** @param machineMs this machine's clock (Unix ms). */
  constructor(machineMs: () => number) {
    this.#machineMs = machineMs;
  }

  /** Unix ms. */
  readonly nowMs = (): number => this.#machineMs() + this.#differenceMs;

  /** Adds the difference to the store's clock, as it was found by {@link nowMs}. */
  readonly correct = (differenceMs: number): void => {
    if (Math.abs(differenceMs) >= DIFFERENCE_MS_MIN) this.#differenceMs += differenceMs;
  };
}
