import { expect, it } from 'vitest';

import { syncWallets } from '../../src/sync/worker.ts';
import type { WindowProgress } from '../../src/sync/wallet-sync.ts';
import { SyncBench } from './harness.ts';

it('reports the length of the history that is unread, down to zero', async () => {
  await using bench = await new SyncBench().open();
  await bench.add('kraken');
  const windows: WindowProgress[] = [];
  const onWindow = (window: WindowProgress): void => void windows.push(window);
  await syncWallets({ ...bench.workerOptions(), onWindow }, ['wallet_kraken']);
  const unread = windows.map(({ unreadMs }) => unreadMs);
  const first = unread.findIndex((unreadMs) => unreadMs !== undefined);
  expect(first).toBeGreaterThan(0);
  const backfilled = unread.slice(first).map(Number);
  expect(backfilled).toEqual(backfilled.toSorted((left, right) => right - left));
  expect(backfilled.at(-1)).toBe(0);
});
