/** The options of a simulated clock. */
export interface SimulatedClockOptions {
  /** The first Unix time in milliseconds of the clock. */
  readonly startMs: number;
  /**
   * A source of real milliseconds (`Date.now`, `performance.now`). With it, the clock runs with real time;
   * without it, the clock is stopped until it is moved.
   */
  readonly runsWith?: () => number;
}

/** The clock of all simulated exchanges. It runs or is stopped, and can be moved. */
export class SimulatedClock {
  readonly #runsWith: (() => number) | undefined;
  #shownMs: number;
  #realMs: number;

  constructor(options: SimulatedClockOptions) {
    this.#runsWith = options.runsWith;
    this.#shownMs = options.startMs;
    this.#realMs = this.#readReal();
  }

  /** True if the clock runs with real time. */
  get running(): boolean {
    return this.#runsWith !== undefined;
  }

  /** Returns the simulated Unix time in whole milliseconds. */
  now(): number {
    return Math.floor(this.#shownMs + this.#readReal() - this.#realMs);
  }

  /** Moves the clock forward by this number of milliseconds, or back if it is negative. */
  advance(ms: number): void {
    this.set(this.now() + ms);
  }

  /** Sets the clock to a Unix time in milliseconds; a running clock continues from there. */
  set(ms: number): void {
    this.#shownMs = ms;
    this.#realMs = this.#readReal();
  }

  #readReal(): number {
    return this.#runsWith === undefined ? 0 : this.#runsWith();
  }
}
