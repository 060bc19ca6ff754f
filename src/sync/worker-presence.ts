import type { SyncWorkerOptions } from './sync-options.ts';

const ANNOUNCE_MS = 2000;
/** A worker that has not announced itself for this long counts as stopped. */
const ALIVE_MS = 10_000;
/** Maximum difference between two clocks; a larger one is logged for the operator. */
const DIFFERENCE_MS_MAX = 60_000;

/**
 * Announces the worker in the store while `work` runs. Concurrent workers may share an IP address, so each
 * uses its share of an exchange's limit per address.
 */
export async function whileAnnounced<Result>(
  options: SyncWorkerOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  await announce(options);
  const timer = setInterval(() => void announce(options), ANNOUNCE_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // If this fails, the announcement expires.
    await options.store.removeWorker(options.workerId).catch(() => undefined);
  }
}

async function announce(options: SyncWorkerOptions): Promise<void> {
  const { store, directory, nowMs, correctClock, workerId, logger } = options;
  const atMs = nowMs();
  try {
    const worker = { id: workerId, nowMs: atMs, aliveSinceMs: atMs - ALIVE_MS };
    const { count, storeTimeMs = atMs } = await store.announceWorker(worker);
    directory.shareBudgets(count);
    const differenceMs = storeTimeMs - atMs;
    if (Math.abs(differenceMs) >= DIFFERENCE_MS_MAX) {
      const seconds = Math.round(differenceMs / 1000);
      logger.warn({ seconds }, "this machine's clock differs from the database's; correct it");
    }
    correctClock?.(differenceMs);
  } catch (error) {
    // The last known number of workers remains in use.
    logger.warn({ err: error }, 'the worker could not announce itself');
  }
}
