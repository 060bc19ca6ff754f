import { hash } from 'node:crypto';

import type { Caller } from '../../store/store.ts';
import type { Credentials } from './authentication.ts';

/** A caller that was verified, and what it was read from. */
interface RememberedCaller {
  readonly caller: Caller;
  /** Of the store, from before the caller was read. */
  readonly generation: number;
  readonly untilMs: number;
}

const CALLERS_MAX = 10_000;
const REMEMBERED_MS = 1000;

/**
 * Callers whose key was verified a moment ago. They are remembered for a second at most, and are to
 * be used only while the store's generation is theirs: a revoked key is refused within a second on
 * every node.
 */
export class CallerMemory {
  readonly #callers = new Map<string, RememberedCaller>();

  /** The caller of these credentials, where it was verified within the last second. */
  find(digest: string, nowMs: number): RememberedCaller | undefined {
    const remembered = this.#callers.get(digest);
    return remembered !== undefined && nowMs < remembered.untilMs ? remembered : undefined;
  }

  remember(digest: string, caller: Caller, generation: number, nowMs: number): void {
    // What was remembered first is dropped first; most of it is older than a second by then.
    const [first] = this.#callers.size < CALLERS_MAX ? [] : this.#callers.keys();
    if (first !== undefined) this.#callers.delete(first);
    this.#callers.delete(digest);
    this.#callers.set(digest, { caller, generation, untilMs: nowMs + REMEMBERED_MS });
  }
}

/** What a caller is remembered under: a secret is not kept, and no comparison tells how near one is. */
export function digestCredentials({ apiKey, walletId }: Credentials): string {
  return hash('sha256', `${apiKey}\n${walletId}`, 'hex');
}
