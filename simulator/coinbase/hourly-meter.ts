import { HOUR_MS } from '../../src/domain/duration.ts';
import { RequestRefused } from '../routed/description.ts';

const KEYS_MAX = 10_000;
/** Source: Coinbase App, "Rate Limiting". */
const PER_HOUR_MAX = 10_000;

/** Counts the requests of each key by hour. */
export class HourlyMeter {
  readonly #now: () => number;
  #hour = Number.NaN;
  #counts = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a request. @throws {RequestRefused} above the maximum of this hour. */
  count(apiKey: string): void {
    const hour = Math.floor(this.#now() / HOUR_MS);
    if (hour !== this.#hour) this.#counts = new Map();
    this.#hour = hour;
    const count = (this.#counts.get(apiKey) ?? 0) + 1;
    if (this.#counts.size < KEYS_MAX) this.#counts.set(apiKey, count);
    if (count > PER_HOUR_MAX) throw new RequestRefused('too-many-requests');
  }
}
