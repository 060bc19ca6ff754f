const WINDOW_MS = 1000;

/**
 * Counts the requests of each API key in windows of one second. Fixed windows instead of a token bucket for
 * each key: all counts are dropped when the second ends, so memory is bounded by the requests of one second.
 * The disadvantage: a second that spans two windows admits up to twice the quota.
 */
export class RateLimiter {
  /** Requests per second and key; 0 is no limit. */
  readonly perSecond: number;
  #window = -1;
  readonly #counts = new Map<string, number>();

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  /** Counts one request. Returns the remaining requests of this second, or -1 if this one exceeds the limit. */
  take(keyId: string, nowMs: number): number {
    const remaining = this.remaining(keyId, nowMs) - 1;
    this.#counts.set(keyId, this.perSecond - remaining);
    return Math.max(remaining, -1);
  }

  /** Returns the remaining requests of this second, without counting one. */
  remaining(keyId: string, nowMs: number): number {
    const window = Math.floor(nowMs / WINDOW_MS);
    if (window !== this.#window) {
      this.#counts.clear();
      this.#window = window;
    }
    return this.perSecond - (this.#counts.get(keyId) ?? 0);
  }

  /** Returns the value of `ratelimit` (draft-ietf-httpapi-ratelimit-headers). */
  describe(remaining: number): string {
    // A window lasts one second, so the time until its end is always reported as 1.
    return `"key";r=${Math.max(remaining, 0)};t=1`;
  }

  /** Returns the headers of a response of which no key was counted. */
  headers(): Readonly<Record<string, string>> {
    if (this.perSecond === 0) return {};
    const policy = `"key";q=${this.perSecond};w=1`;
    return { 'ratelimit-policy': policy, ratelimit: this.describe(this.perSecond) };
  }
}
