const WINDOW_MS = 1000;

/**
 * Counts the requests of each API key in windows of one second. A fixed window, not a bucket for
 * each key: all counts are dropped when the second ends, so memory is bounded by the requests of
 * one second and needs no sweeping. The price is that up to twice the quota fits into a second
 * that straddles two windows.
 */
export class RateLimiter {
  /** Requests per second and key; 0 is no limit. */
  readonly perSecond: number;
  /** The value of `ratelimit-policy`. */
  readonly policy: string;
  #window = -1;
  readonly #counts = new Map<string, number>();

  constructor(perSecond: number) {
    this.perSecond = perSecond;
    this.policy = `"key";q=${perSecond};w=1`;
  }

  /** True where there is a limit. */
  get enabled(): boolean {
    return this.perSecond > 0;
  }

  /** Counts one request: how many are left in this second, -1 where this one is too many. */
  take(keyId: string, nowMs: number): number {
    const window = Math.floor(nowMs / WINDOW_MS);
    if (window !== this.#window) {
      this.#counts.clear();
      this.#window = window;
    }
    const count = (this.#counts.get(keyId) ?? 0) + 1;
    this.#counts.set(keyId, count);
    return Math.max(this.perSecond - count, -1);
  }

  /** The value of `ratelimit` (draft-ietf-httpapi-ratelimit-headers). */
  describe(remaining: number): string {
    // A window lasts a second, so what is left of it is always told as one.
    return `"key";r=${Math.max(remaining, 0)};t=1`;
  }
}
