import { ExchangeError } from '../exchange.ts';
import type { BudgetClock } from './rate-budget.ts';

/** The clocks and the timer of a client; passed in so that tests control time. */
export interface ClientClock extends BudgetClock {
  /** Returns the time of this machine's clock (Unix ms), which may be wrong and be corrected at any moment. */
  readonly nowMs: () => number;
}

/** A clock that is earlier is wrong: an exchange's, or that of a machine without a battery after its start. */
export const EARLIEST_MS = Date.UTC(2020, 0, 1);
/** Minimum error of this machine's clock that is corrected by a `date` header, which has whole seconds. */
const CLOCK_ERROR_MS = 60_000;

/**
 * The time of an exchange: the time that it last reported, advanced by the monotonic clock. So a correction
 * of this machine's clock changes neither the signatures nor the windows of a synchronisation. Until the
 * exchange has reported its time, this machine's clock is used.
 */
export class ExchangeTime {
  readonly #clock: ClientClock;
  #startedAtMs: number;

  constructor(clock: ClientClock) {
    this.#clock = clock;
    this.#startedAtMs = clock.nowMs() - clock.elapsedMs();
  }

  /** Unix ms. */
  readonly nowMs = (): number => Math.round(this.#startedAtMs + this.#clock.elapsedMs());

  /** Sets the time that the exchange reported (Unix ms). */
  set(timeMs: number): void {
    this.#startedAtMs = timeMs - this.#clock.elapsedMs();
  }

  /**
   * Sets the time of an exchange that did not report it: this machine's time, or the time of the last `date`
   * header if it differs by more than a minute.
   *
   * @throws {ExchangeError} if no clock has a possible time.
   */
  setWithoutReport(serverTimeMs: number | undefined): void {
    const machineMs = this.#clock.nowMs();
    const isWrong = Math.abs((serverTimeMs ?? machineMs) - machineMs) >= CLOCK_ERROR_MS;
    const timeMs = isWrong && serverTimeMs !== undefined ? serverTimeMs : machineMs;
    if (timeMs < EARLIEST_MS) {
      const text = new Date(timeMs).toISOString();
      throw new ExchangeError('exchange_clock', `the clock of this machine reports ${text}`);
    }
    this.set(timeMs);
  }
}
