/** How a simulated clock starts. */
export interface SimulatedClockOptions {
  /** Unix time in milliseconds that the clock shows first. */
  readonly startMs: number;
  /**
   * A source of real milliseconds (`Date.now`, `performance.now`). With it the clock runs along
   * with real time; without it the clock stands still until it is moved.
   */
  readonly runsWith?: () => number;
}

/** The clock of all simulated exchanges: it stands still or runs, and can be moved. */
export class SimulatedClock {
  readonly #runsWith: (() => number) | undefined;
  #shownMs: number;
  #realMs: number;

  constructor(options: SimulatedClockOptions) {
    this.#runsWith = options.runsWith;
    this.#shownMs = options.startMs;
    this.#realMs = this.#readReal();
  }

  /** Whether the clock runs along with real time. */
  get running(): boolean {
    return this.#runsWith !== undefined;
  }

  /** The simulated Unix time in whole milliseconds. */
  now(): number {
    return Math.floor(this.#shownMs + this.#readReal() - this.#realMs);
  }

  /** Moves the clock forward (or back, with a negative number) by so many milliseconds. */
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
