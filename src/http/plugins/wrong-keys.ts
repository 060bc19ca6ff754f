/** Limits wrong API keys, and other secrets, by address. */
import { hash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

import { ProblemError } from '../../domain/problem.ts';
import { callerOf } from './client-address.ts';
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

  /**
   * Returns the result of `find`, which is `undefined` for a wrong key.
   *
   * @throws {ProblemError} `rate_limited` if the address of the request has sent too many wrong keys.
   */
  async verify<Found>(
    request: FastifyRequest,
    key: string,
    nowMs: number,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const address = callerOf(request) ?? '';
    // No secret is stored.
    const digest = hash('sha256', key, 'base64url');
    if (this.#limiter.remaining(address, nowMs) <= 0 && !this.#known.has(digest)) {
      throw new ProblemError('rate_limited', 'this address has sent too many wrong keys');
    }
    const found = await find();
    if (found !== undefined) {
      this.#known.set(digest, true);
    } else {
      this.#known.delete(digest);
      this.#limiter.take(address, nowMs);
    }
    return found;
  }
}
