/** A worker whose announcements take long, because the database is slow or all of its connections are in use. */
import { expect, it, vi } from 'vitest';

import type { SyncWorkerOptions } from '../../src/sync/sync-options.ts';
import { whileAnnounced } from '../../src/sync/worker-presence.ts';
import { SyncBench } from './harness.ts';

const DURATION_MS = 90_000;

it.each([
  [0, 0],
  [DURATION_MS, 0],
  [-2000, -2000],
  [DURATION_MS + 3000, 3000],
])(
  'a database time of %i ms after the beginning of an announcement of 90 s corrects the clock by %i ms',
  async (readAfterMs, correctedMs) => {
    await using bench = await new SyncBench().open();
    const options = bench.workerOptions();
    const announceWorker: SyncWorkerOptions['store']['announceWorker'] = async (worker) => {
      const presence = await options.store.announceWorker(worker);
      const storeTimeMs = bench.nowMs + readAfterMs;
      bench.passTime(DURATION_MS);
      return { ...presence, storeTimeMs };
    };
    const corrections: number[] = [];
    await whileAnnounced(
      {
        ...options,
        store: { ...options.store, announceWorker },
        correctClock: (differenceMs) => corrections.push(differenceMs),
      },
      async () => undefined,
    );
    expect(corrections).toEqual([correctedMs]);
    expect(bench.log.lines).toEqual([]);
  },
);

it('a worker announces itself again when the announcement before has ended', async () => {
  await using bench = await new SyncBench().open();
  const options = bench.workerOptions();
  const delayed = Promise.withResolvers<void>();
  let count = 0;
  const announceWorker: SyncWorkerOptions['store']['announceWorker'] = async (worker) => {
    count += 1;
    if (count === 2) await delayed.promise;
    return options.store.announceWorker(worker);
  };
  const store = { ...options.store, announceWorker };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await whileAnnounced({ ...options, store }, async () => {
      vi.advanceTimersByTime(10_000);
      expect(count).toBe(2);
      delayed.resolve();
      await vi.waitFor(() => {
        vi.advanceTimersByTime(2000);
        expect(count).toBeGreaterThan(2);
      });
    });
  } finally {
    vi.useRealTimers();
  }
});
