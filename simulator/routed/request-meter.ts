import { SECOND_MS } from '../../src/domain/duration.ts';
import { RequestRefused } from './description.ts';

const COUNTERS_MAX = 10_000;

/** Counts requests by second, for each key and endpoint. */
export class RequestMeter {
  readonly #now: () => number;
  #second = Number.NaN;
  #counts = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a request. @throws {RequestRefused} if there are more than `perSecondMax` in this second. */
  count(counter: string, perSecondMax: number): void {
    const second = Math.floor(this.#now() / SECOND_MS);
    if (second !== this.#second) this.#counts = new Map();
    this.#second = second;
    const count = (this.#counts.get(counter) ?? 0) + 1;
    if (this.#counts.size < COUNTERS_MAX) this.#counts.set(counter, count);
    if (count > perSecondMax) throw new RequestRefused('too-many-requests');
  }
}
