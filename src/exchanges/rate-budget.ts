/** How a budget waits; passed in so that tests move time themselves. */
export interface BudgetClock {
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
}

/** How much may be spent: `capacity` at once, refilled by `refillPerSecond`. */
export interface RateBudgetLimits {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/**
 * The rate budget of an exchange key or of an egress address: a token bucket whose spenders wait
 * their turn in order, and which the exchange's own answers can pause.
 */
export class RateBudget {
  readonly #limits: RateBudgetLimits;
  readonly #clock: BudgetClock;
  #tokens: number;
  #refilledAtMs: number;
  #pausedUntilMs = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(limits: RateBudgetLimits, clock: BudgetClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#tokens = limits.capacity;
    this.#refilledAtMs = clock.nowMs();
  }

  /** Resolves when it is the caller's turn and `cost` has been spent; callers are served in order. */
  async acquire(cost: number): Promise<void> {
    const turn = this.#turn.then(() => this.#waitFor(cost));
    // A wait that was given up is its caller's affair; the next in line is served all the same.
    this.#turn = turn.catch(() => undefined);
    await turn;
  }

  /** Lets nobody spend for this long, as the exchange asked. */
  pause(durationMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.nowMs() + durationMs);
  }

  /** How long nobody may spend from now on. */
  get pauseLeftMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.#clock.nowMs());
  }

  async #waitFor(cost: number): Promise<void> {
    if (this.pauseLeftMs > 0) await this.#clock.sleep(this.pauseLeftMs);
    this.#refill();
    const missing = Math.min(cost, this.#limits.capacity) - this.#tokens;
    if (missing > 0) {
      await this.#clock.sleep(Math.ceil((missing / this.#limits.refillPerSecond) * 1000));
      this.#refill();
    }
    this.#tokens -= cost;
  }

  #refill(): void {
    const nowMs = this.#clock.nowMs();
    const gained = ((nowMs - this.#refilledAtMs) / 1000) * this.#limits.refillPerSecond;
    this.#tokens = Math.min(this.#limits.capacity, this.#tokens + Math.max(0, gained));
    this.#refilledAtMs = nowMs;
  }
}
