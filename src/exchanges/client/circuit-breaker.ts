import { ExchangeError } from '../exchange.ts';
import type { BudgetClock } from './rate-budget.ts';

/** Calls that fail in a row, each after its own tries, before the exchange is left alone. */
const FAILURES_MAX = 5;
const PAUSE_MS = 15_000;
const PAUSE_MS_MAX = 600_000;

/**
 * Leaves an exchange alone that is down: after some calls in a row that failed for a reason which
 * passes, whatever wallet they were for, none is sent for a while. Then one is, which decides
 * whether the exchange is asked again or left alone for twice as long.
 */
export class CircuitBreaker {
  readonly #exchange: string;
  readonly #clock: BudgetClock;
  #failuresInRow = 0;
  #pauseMs = 0;
  #pausedUntilMs = 0;
  #probing = false;

  constructor(exchange: string, clock: BudgetClock) {
    this.#exchange = exchange;
    this.#clock = clock;
  }

  /** True while no call is sent. */
  get isOpen(): boolean {
    return this.#pauseMs > 0 && (this.#probing || this.#clock.nowMs() < this.#pausedUntilMs);
  }

  /**
   * Asks whether a call may be sent; its end has to be told.
   *
   * @throws {ExchangeError} `exchange_unavailable` while the exchange is left alone.
   */
  admit(): void {
    if (this.isOpen) {
      const retryAfterMs = Math.max(1000, this.#pausedUntilMs - this.#clock.nowMs());
      throw new ExchangeError(
        'exchange_unavailable',
        `${this.#exchange} does not respond; the next request is in ${Math.ceil(retryAfterMs / 1000)} seconds`,
        { retryAfterMs },
      );
    }
    this.#probing = this.#pauseMs > 0;
  }

  /** Records a response of the exchange; a refusal is one too. */
  recordResponse(): void {
    this.#failuresInRow = 0;
    this.#pauseMs = 0;
    this.#probing = false;
  }

  /** Records that the exchange did not respond, or sent an invalid response. */
  recordFailure(): void {
    this.#failuresInRow += 1;
    const failedProbe = this.#probing;
    this.#probing = false;
    if (failedProbe || this.#failuresInRow >= FAILURES_MAX) this.#open();
  }

  #open(): void {
    this.#pauseMs = Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, this.#pauseMs * 2));
    this.#pausedUntilMs = this.#clock.nowMs() + this.#pauseMs;
  }
}
