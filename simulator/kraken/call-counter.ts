import { KrakenError } from './errors.ts';

/** The counter of a starter account may not pass this. Source: Kraken REST API, "Rate limits". */
export const CALLS_MAX = 15;
/** By so much the counter falls in a second. */
export const DECAY_PER_SECOND = 0.33;

/** Counts the calls of one key: every call raises the counter, time lets it fall. */
export class CallCounter {
  #counter = 0;
  #readAtMs: number;

  constructor(nowMs: number) {
    this.#readAtMs = nowMs;
  }

  /** Counts a call. Throws EAPI:Rate limit exceeded, without counting it, above the maximum. */
  count(cost: number, nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.#readAtMs);
    this.#readAtMs = nowMs;
    this.#counter = Math.max(0, this.#counter - (elapsedMs / 1_000) * DECAY_PER_SECOND);
    if (this.#counter + cost > CALLS_MAX) throw new KrakenError('EAPI:Rate limit exceeded');
    this.#counter += cost;
  }
}
