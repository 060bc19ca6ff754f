/** A worker whose announcements take long or fail, because the database is slow or all of its connections are in use. */
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

it.each(['announceWorker', 'removeWorker'])(
  'a worker does its work although the store does not respond to %s',
  async (method) => {
    await using bench = await new SyncBench().open();
    const options = bench.workerOptions();
    const store = { ...options.store, [method]: () => Promise.reject(new Error('no response')) };
    expect(await whileAnnounced({ ...options, store }, async () => 'done')).toBe('done');
    const warnings = bench.log.lines.filter((line) => line.includes('could not announce itself'));
    expect(warnings).toHaveLength(method === 'announceWorker' ? 1 : 0);
  },
);

it.each([
  [5000, 2],
  [11_000, 1],
])(
  'a worker that announced itself %i ms ago counts, or not: %i workers use the limits of the exchanges',
  async (agoMs, expected) => {
    await using bench = await new SyncBench().open();
    const { nowMs } = bench;
    await bench.store.announceWorker({ id: 'other', nowMs, aliveSinceMs: nowMs - 10_000 });
    bench.passTime(agoMs);
    const shares: number[] = [];
    const options = bench.workerOptions();
    const directory = { ...options.directory, shareBudgets: (count: number) => shares.push(count) };
    await whileAnnounced({ ...options, directory }, async () => undefined);
    expect(shares).toEqual([expected]);
  },
);
