import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
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

it('reads no more of a history again than what is missing, and its overlap', async () => {
  await using bench = await new SyncBench().open();
  const history = await bench.add('okx');
  await bench.sync('wallet_okx');
  const missingFromMs = bench.clock.now() - 60 * DAY_MS;
  await bench.store.makeWalletDue('wallet_okx', bench.nowMs, missingFromMs);
  const windows: WindowProgress[] = [];
  const onWindow = (window: WindowProgress): void => void windows.push(window);
  await syncWallets({ ...bench.workerOptions(), onWindow }, ['wallet_okx']);
  const overlaps = new Map(
    requireExchange('okx').sources.map(({ name, overlapMs }) => [name, overlapMs]),
  );
  const early = windows.filter(
    ({ source, window }) => window.fromMs < missingFromMs - overlaps.get(source)!,
  );
  expect(early).toEqual([]);
  expect(new Set(windows.map(({ source }) => source))).toEqual(new Set(overlaps.keys()));
  expect(await bench.compare('wallet_okx', history)).toEqual([]);
});
