import { setTimeout as sleep } from 'node:timers/promises';

/** Pause after the store did not respond. */
export const STORE_RETRY_MS = 2000;

/** Resolves after this time, or when the signal aborts. */
export async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => undefined);
}
