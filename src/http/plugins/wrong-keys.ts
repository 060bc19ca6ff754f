/** Limits wrong API keys by address. */
import { hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { RateLimiter } from './rate-limit.ts';

const KNOWN_KEYS_MAX = 10_000;

/**
 * Counts the wrong keys of each address in windows of one second, like the rate limit of keys. Verifying a
 * key takes a database read and a keyed hash. So above the limit, all keys of the address are refused without
 * verification, except for keys that were valid before.
 */
export class WrongKeys {
  readonly #limiter: RateLimiter;
  /** Digests of valid keys. */
  readonly #known = new LRUCache<string, true>({ max: KNOWN_KEYS_MAX });

  /** @param max maximum wrong keys of an address per second. */
  constructor(max: number) {
    this.#limiter = new RateLimiter(max);
  }

  /** Returns true if the key is refused without verification. */
  refuses(address: string | undefined, apiKey: string, nowMs: number): boolean {
    if (address === undefined || this.#limiter.remaining(address, nowMs) > 0) return false;
    return !this.#known.has(digestOf(apiKey));
  }

  /** Counts a wrong key. */
  count(address: string | undefined, apiKey: string, nowMs: number): void {
    if (this.#known.size > 0) this.#known.delete(digestOf(apiKey));
    if (address !== undefined) this.#limiter.take(address, nowMs);
  }

  /** Records a valid key. */
  remember(apiKey: string): void {
    this.#known.set(digestOf(apiKey), true);
  }
}

/** Returns the digest of a key, so that no secret is stored. */
function digestOf(apiKey: string): string {
  return hash('sha256', apiKey, 'base64url');
}
