import { ExchangeError } from '../exchange.ts';
import type { BudgetClock } from './rate-budget.ts';

/** Consecutive failed calls, each after all of its attempts, after which requests are paused. */
const FAILURES_MAX = 5;
const PAUSE_MS = 15_000;
const PAUSE_MS_MAX = 600_000;

/**
 * Pauses requests to an exchange that is down. After several consecutive calls failed with a transient error,
 * for any wallets, no call is sent for a while. Then one call is sent, and its result ends the pause or
 * doubles it.
 */
export class CircuitBreaker {
  readonly #exchange: string;
  readonly #clock: BudgetClock;
  #failuresInRow = 0;
  #pauseMs = 0;
  #pausedUntilMs = 0;
  #probing = false;
  #pauseCount = 0;

  constructor(exchange: string, clock: BudgetClock) {
    this.#exchange = exchange;
    this.#clock = clock;
  }

  /** True while no call is sent. */
  get isOpen(): boolean {
    return this.#pauseMs > 0 && (this.#probing || this.#clock.elapsedMs() < this.#pausedUntilMs);
  }

  /**
   * Admits a call. The caller has to record its result. Returns the number of pauses until now, for {@link recordFailure}.
   *
   * @throws {ExchangeError} `exchange_unavailable` during a pause.
   */
  admit(): number {
    if (this.isOpen) {
      const retryAfterMs = Math.max(1000, this.#pausedUntilMs - this.#clock.elapsedMs());
      throw new ExchangeError(
        'exchange_unavailable',
        `${this.#exchange} does not respond; the next request is in ${Math.ceil(retryAfterMs / 1000)} seconds`,
        { retryAfterMs },
      );
    }
    this.#probing = this.#pauseMs > 0;
    return this.#pauseCount;
  }

  /** Records that the exchange responded, even if it refused the request. */
  recordResponse(): void {
    this.#failuresInRow = 0;
    this.#pauseMs = 0;
    this.#probing = false;
  }

  /**
   * Records that the exchange did not respond, or sent an invalid response. The failure of a call that was already running
   * when the last pause began is ignored: the failures of one outage must not double the pause one after the other.
   *
   * @param pausesBefore what {@link admit} returned for the call.
   */
  recordFailure(pausesBefore: number): void {
    if (pausesBefore !== this.#pauseCount) return;
    this.#failuresInRow += 1;
    const failedProbe = this.#probing;
    this.#probing = false;
    if (failedProbe || this.#failuresInRow >= FAILURES_MAX) this.#open();
  }

  #open(): void {
    this.#pauseCount += 1;
    this.#pauseMs = Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, this.#pauseMs * 2));
    this.#pausedUntilMs = this.#clock.elapsedMs() + this.#pauseMs;
  }
}
