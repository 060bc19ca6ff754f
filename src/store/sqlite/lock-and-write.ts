import { setTimeout as sleep } from 'node:timers/promises';

import type { ImportRequest } from '../import.ts';
import type { SqliteConnection } from './connection.ts';
import { isBusy } from './sqlite-error.ts';

/** Maximum attempts to get the write lock; in each, the connection waits for its busy timeout. */
const LOCK_TRIES_MAX = 60;
const LOCK_PAUSE_MS = 50;

/** Runs `work` in a transaction. Waits for the write lock, which another import may hold for minutes. */
export async function lockAndWrite<T>(
  connection: SqliteConnection,
  { isDryRun, signal }: Pick<ImportRequest, 'isDryRun' | 'signal'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    let isLocked = false;
    try {
      return await connection.writeSlowly(() => {
        isLocked = true;
        return work();
      }, !isDryRun);
    } catch (error) {
      if (isLocked || !isBusy(error) || tries === LOCK_TRIES_MAX) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}
