import { hash } from 'node:crypto';

import type { Caller } from '../../store/serving.ts';
import type { Credentials } from './credentials.ts';

/** A verified caller. */
interface CachedCaller {
  readonly caller: Caller;
  /** The store's generation before the caller was read. */
  readonly generation: number;
  readonly untilMs: number;
}

const CALLERS_MAX = 10_000;
const LIFETIME_MS = 1000;

/**
 * Caches verified callers for at most a second. An entry is valid only while the store's generation has not
 * changed, so a revoked key is refused within a second on every node.
 */
export class AuthenticationCache {
  readonly #callers = new Map<string, CachedCaller>();

  /**
   * Returns the caller of these credentials if it was verified within the last second; otherwise `undefined`.
   */
  find(digest: string, nowMs: number): CachedCaller | undefined {
    const cached = this.#callers.get(digest);
    return cached !== undefined && nowMs < cached.untilMs ? cached : undefined;
  }

  add(digest: string, caller: Caller, generation: number, nowMs: number): void {
    // The oldest entry is evicted first; most of them have expired by then.
    const [first] = this.#callers.size < CALLERS_MAX ? [] : this.#callers.keys();
    if (first !== undefined) this.#callers.delete(first);
    this.#callers.delete(digest);
    this.#callers.set(digest, { caller, generation, untilMs: nowMs + LIFETIME_MS });
  }
}

/** Returns the key in the cache, a hash: no secret is stored, and no comparison reveals a part of one. */
export function digestCredentials({ apiKey, walletId }: Credentials): string {
  return hash('sha256', `${apiKey}\n${walletId}`, 'hex');
}
