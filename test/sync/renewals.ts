import { vi } from 'vitest';

import type { SyncWorkerOptions } from '../../src/sync/sync-options.ts';

/** At least the time between two renewals of a lease. */
const RENEWAL_MS = 2000;

/**
 * Returns options of a run that renews its lease at each call of `renew`, which waits for the end of the renewal. The test
 * has to call `vi.useRealTimers` afterwards.
 */
export function renewOnCall(options: SyncWorkerOptions): {
  readonly options: SyncWorkerOptions;
  readonly renew: () => Promise<void>;
} {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const renewals: Promise<void>[] = [];
  const renewLease: SyncWorkerOptions['store']['renewLease'] = (...args) => {
    const renewal = options.store.renewLease(...args);
    renewals.push(renewal);
    return renewal;
  };
  const renew = async (): Promise<void> => {
    vi.advanceTimersByTime(RENEWAL_MS);
    await Promise.allSettled(renewals);
  };
  return { options: { ...options, store: { ...options.store, renewLease } }, renew };
}
