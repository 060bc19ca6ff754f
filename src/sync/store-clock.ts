/** Minimum difference that is corrected; a smaller one changes no lease and no wait. */
const DIFFERENCE_MS_MIN = 1000;

/**
 * The clock that all workers of a store share: this machine's, corrected by the store's. So leases and
 * waits that different workers write can be compared.
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

  /** Corrects the clock by the store's time minus {@link nowMs} (ms). */
  readonly correct = (differenceMs: number): void => {
    if (Math.abs(differenceMs) >= DIFFERENCE_MS_MIN) this.#differenceMs += differenceMs;
  };
}
