import { repeat } from './repeat.ts';
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
  const logCount = createCountLog(options);
  await announce(options, logCount);
  const timer = repeat(ANNOUNCE_MS, () => announce(options, logCount));
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // If this fails, the announcement expires.
    await options.store.removeWorker(options.workerId).catch(() => undefined);
  }
}

async function announce(
  options: SyncWorkerOptions,
  logCount: (count: number) => void,
): Promise<void> {
  const { store, directory, nowMs, correctClock, workerId, logger } = options;
  const atMs = nowMs();
  try {
    const worker = { id: workerId, nowMs: atMs, aliveSinceMs: atMs - ALIVE_MS };
    const { count, storeTimeMs } = await store.announceWorker(worker);
    directory.shareBudgets(count);
    logCount(count);
    if (storeTimeMs === undefined) return;
    const differenceMs = distanceTo(storeTimeMs, atMs, nowMs());
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

/**
 * Returns how far the store's time is outside the duration of the query, in which it was read; 0 within it. A slow query
 * says nothing about the clock.
 */
function distanceTo(storeTimeMs: number, beforeMs: number, afterMs: number): number {
  return Math.min(0, storeTimeMs - beforeMs) + Math.max(0, storeTimeMs - afterMs);
}

/** Returns a function that logs the number of workers when it changes. Several are allowed. */
function createCountLog({ logger }: SyncWorkerOptions): (count: number) => void {
  let logged = 1;
  return (workers) => {
    if (workers === logged) return;
    logged = workers;
    const message =
      workers === 1
        ? 'no other sync worker uses the database any more'
        : 'several sync workers use the database; they share its wallets and the limits of the exchanges';
    logger.info({ workers }, message);
  };
}
