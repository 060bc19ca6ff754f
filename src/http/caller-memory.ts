import { hash } from 'node:crypto';

import type { Caller } from '../store/store.ts';

/** A caller that was verified, and what it was read from. */
interface RememberedCaller {
  readonly caller: Caller;
  readonly generation: number;
  readonly untilMs: number;
}

const CALLERS_MAX = 10_000;
const REMEMBERED_MS = 1000;

/**
 * Callers whose key was verified a moment ago. They are remembered as long as the store knows
 * that nothing of them has changed, and for a second at most: a revoked key is refused within it on every node.
 */
export class CallerMemory {
  readonly #callers = new Map<string, RememberedCaller>();

  /** The caller of these credentials, where it is still what the store holds. */
  find(digest: string, generation: number, nowMs: number): Caller | undefined {
    const remembered = this.#callers.get(digest);
    if (remembered === undefined) return undefined;
    const current = remembered.generation === generation && nowMs < remembered.untilMs;
    return current ? remembered.caller : undefined;
  }

  /** @param generation of the store, from before the caller was read. */
  remember(digest: string, caller: Caller, generation: number, nowMs: number): void {
    if (this.#callers.size >= CALLERS_MAX) this.#callers.clear();
    this.#callers.set(digest, { caller, generation, untilMs: nowMs + REMEMBERED_MS });
  }
}

/** What a caller is remembered under: a secret is not kept, and no comparison tells how near one is. */
export function digestCredentials(apiKey: string, walletId: string): string {
  return hash('sha256', `${apiKey}\n${walletId}`, 'base64url');
}
