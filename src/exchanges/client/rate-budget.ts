/** The clock and the timer of waits; passed in so that tests control time. */
export interface BudgetClock {
  /** Returns the time (ms) of a monotonic clock, which does not change if this machine's time is corrected. */
  readonly elapsedMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
}

/**
 * Limits of a budget: at most `capacity` can be spent in one moment, and it is refilled by `refillPerSecond`.
 */
export interface RateBudgetLimits {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/**
 * The rate budget of an exchange key or of an egress address: a token bucket whose callers are served in
 * order, and which responses of the exchange can pause.
 */
export class RateBudget {
  readonly #allowed: RateBudgetLimits;
  #limits: RateBudgetLimits;
  readonly #clock: BudgetClock;
  #tokens: number;
  #refilledAtMs: number;
  #pausedUntilMs = 0;
  readonly #pauseMsMax: number;
  #turn: Promise<void> = Promise.resolve();
  #waitingCount = 0;

  /** @param pauseMsMax maximum pause that a response can cause. */
  constructor(limits: RateBudgetLimits, clock: BudgetClock, pauseMsMax = Infinity) {
    this.#pauseMsMax = pauseMsMax;
    this.#allowed = limits;
    this.#limits = limits;
    this.#clock = clock;
    this.#tokens = limits.capacity;
    this.#refilledAtMs = clock.elapsedMs();
  }

  /**
   * Waits until `cost` can be spent, and spends it. Callers are served in order.
   *
   * @param beforeWait is called before each wait in the caller's turn. If it throws, the caller waits no longer.
   */
  async acquire(cost: number, beforeWait?: () => void): Promise<void> {
    const turn = this.#turn.then(() => this.#waitFor(cost, beforeWait));
    // An aborted wait fails only its own caller; the next one is served.
    this.#turn = turn.catch(() => undefined);
    this.#waitingCount += 1;
    await turn.finally(() => (this.#waitingCount -= 1));
  }

  /** The callers that wait now. */
  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** Limits this process to one of `count` equal shares; other processes use the other shares. */
  share(count: number): void {
    const { capacity, refillPerSecond } = this.#allowed;
    this.#limits = { capacity: capacity / count, refillPerSecond: refillPerSecond / count };
  }

  /** Pauses all spending for this time, limited to the maximum pause. */
  pause(durationMs: number): void {
    const boundedMs = Math.min(durationMs, this.#pauseMsMax);
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.elapsedMs() + boundedMs);
  }

  /** Remaining time of the pause; 0 without a pause. */
  get pauseLeftMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.#clock.elapsedMs());
  }

  async #waitFor(cost: number, beforeWait: (() => void) | undefined): Promise<void> {
    for (let waitMs = this.#waitLeftMs(cost); waitMs > 0; waitMs = this.#waitLeftMs(cost)) {
      beforeWait?.();
      await this.#clock.sleep(waitMs);
    }
    this.#tokens -= cost;
  }

  /** Returns the time (ms) until `cost` can be spent; a cost above the capacity waits for all of it. */
  #waitLeftMs(cost: number): number {
    this.#refill();
    // The capacity becomes smaller when another worker starts during the wait.
    const missing = Math.min(cost, this.#limits.capacity) - this.#tokens;
    const refillMs = missing > 0 ? Math.ceil((missing / this.#limits.refillPerSecond) * 1000) : 0;
    return Math.max(this.pauseLeftMs, refillMs);
  }

  #refill(): void {
    const nowMs = this.#clock.elapsedMs();
    const passedMs = nowMs - this.#refilledAtMs;
    const gained = passedMs === 0 ? 0 : (passedMs / 1000) * this.#limits.refillPerSecond;
    this.#tokens = Math.min(this.#limits.capacity, this.#tokens + gained);
    this.#refilledAtMs = nowMs;
  }
}
