import { KrakenError } from './errors.ts';

/** Maximum of the counter of a starter account. Source: Kraken REST API, "Rate limits". */
const CALLS_MAX = 15;
/** The decrease of the counter per second. */
const DECAY_PER_SECOND = 0.33;

/** Counts the calls of one key: every call increases the counter, and it decreases with time. */
export class CallCounter {
  #counter = 0;
  #readAtMs: number;

  constructor(nowMs: number) {
    this.#readAtMs = nowMs;
  }

  /**
   * Counts a call.
   *
   * @throws {KrakenError} EAPI:Rate limit exceeded above the maximum; the call is not counted.
   */
  count(cost: number, nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.#readAtMs);
    this.#readAtMs = nowMs;
    this.#counter = Math.max(0, this.#counter - (elapsedMs / 1_000) * DECAY_PER_SECOND);
    if (this.#counter + cost > CALLS_MAX) throw new KrakenError('EAPI:Rate limit exceeded');
    this.#counter += cost;
  }
}
