/** The weight of requests that Binance counts by account (UID). */
import { MINUTE_MS } from '../../domain/duration.ts';
import type { BudgetClock } from '../client/rate-budget.ts';

/** Maximum weight of one account per minute (developers.binance.com, SAPI limits). */
const UID_WEIGHT_PER_MINUTE = 180_000;

/**
 * The account's weight in the current minute, as the exchange reports it. A request of the withdrawal history
 * weighs 18,000 of 180,000, of fiat orders 90,000. So a backfill has to wait between calls, but only if the
 * exchange reports that it has counted them.
 */
export class UidWeight {
  readonly #clock: BudgetClock;
  #used = 0;
  #readAtMs = 0;

  constructor(clock: BudgetClock) {
    this.#clock = clock;
  }

  /** Records the weight that a response reports. */
  observe(headers: Headers): void {
    const used = headers.get('x-sapi-used-uid-weight-1m');
    if (used === null) return;
    this.#used = Number(used) || 0;
    this.#readAtMs = this.#clock.elapsedMs();
  }

  /** Waits up to a minute, until a call of this weight is within the limit. */
  async waitFor(weight: number): Promise<void> {
    if (this.#used + weight <= UID_WEIGHT_PER_MINUTE) return;
    const leftMs = this.#readAtMs + MINUTE_MS - this.#clock.elapsedMs();
    if (leftMs > 0) await this.#clock.sleep(leftMs);
    this.#used = 0;
  }
}
