/** Limits how often a connect session checks a key. */
import { LRUCache } from 'lru-cache';

import { ProblemError } from '../../domain/problem.ts';

/** Maximum checks of a session in {@link WINDOW_MS}. */
export const ATTEMPTS_MAX = 20;
const WINDOW_MS = 10 * 60_000;
const SESSIONS_MAX = 10_000;

/** Counts checks by session, so that no session tries many keys, for which an exchange would refuse this service. */
export class Attempts {
  readonly #counts = new LRUCache<string, { count: number }>({
    max: SESSIONS_MAX,
    ttl: WINDOW_MS,
  });

  /** Counts a check. @throws {ProblemError} `rate_limited` above the limit. */
  take(sessionId: string): void {
    const found = this.#counts.get(sessionId);
    if (found === undefined) {
      this.#counts.set(sessionId, { count: 1 });
      return;
    }
    found.count += 1;
    if (found.count <= ATTEMPTS_MAX) return;
    const seconds = Math.ceil(this.#counts.getRemainingTTL(sessionId) / 1000);
    throw new ProblemError(
      'rate_limited',
      `this session has sent more than ${ATTEMPTS_MAX} keys in ten minutes`,
      { headers: { 'retry-after': String(Math.max(seconds, 1)) } },
    );
  }
}
