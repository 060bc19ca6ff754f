import { SECOND_MS } from '../../src/domain/duration.ts';
import { RequestRefused } from './description.ts';

const COUNTERS_MAX = 10_000;

/** Counts requests by period, such as for each key and endpoint. */
export class RequestMeter {
  readonly #now: () => number;
  readonly #periodMs: number;
  #period = Number.NaN;
  #counts = new Map<string, number>();

  /** @param periodMs milliseconds. Default: one second. */
  constructor(now: () => number, periodMs = SECOND_MS) {
    this.#now = now;
    this.#periodMs = periodMs;
  }

  /** Counts a request. @throws {RequestRefused} if there are more than `max` in this period. */
  count(counter: string, max: number): void {
    const period = Math.floor(this.#now() / this.#periodMs);
    if (period !== this.#period) this.#counts = new Map();
    this.#period = period;
    const count = (this.#counts.get(counter) ?? 0) + 1;
    if (this.#counts.size < COUNTERS_MAX) this.#counts.set(counter, count);
    if (count > max) throw new RequestRefused('too-many-requests');
  }
}
