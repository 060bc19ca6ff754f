import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { WindowOverflowError, type ExchangeAccount } from '../../src/exchanges/exchange.ts';
import { SOURCE_DEFAULTS } from '../../src/exchanges/profile.ts';
import { runWallet } from '../../src/sync/wallet-run.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import type { WindowProgress } from '../../src/sync/range-reader.ts';
import { KEYS, SyncBench } from './harness.ts';

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

it('makes progress in each run, also if the halves of a window take longer than a run', async () => {
  await using bench = await new SyncBench().open();
  const walletId = 'wallet_okx';
  await bench.addWallet(walletId, 'okx', KEYS.okx);
  const startMs = bench.nowMs - 730 * DAY_MS;
  const account: ExchangeAccount = {
    sources: [{ ...SOURCE_DEFAULTS, name: 'deposits', startMs, windowMsMax: 365 * DAY_MS }],
    fetchTimeMs: async () => bench.nowMs,
    readWindow: async (_source, fromMs, toMs) => {
      bench.passTime(9000);
      // More than one response contains, before the last year.
      const isCut = fromMs < startMs + 364 * DAY_MS && toMs - fromMs > DAY_MS;
      if (isCut) throw new WindowOverflowError('deposits');
      return { transactions: [], unreadable: [] };
    },
    readBalances: async () => ({ balances: [], unreadable: [] }),
  };
  const options = bench.optionsFor(account);
  const starts: number[] = [];
  for (let run = 0; run < 4; run += 1) {
    const claim = { walletId, nowMs: bench.nowMs, untilMs: bench.nowMs + 10_000 };
    const lease = await bench.store.claimWallet(claim);
    await runWallet(options, { lease: lease!, sliceMs: 60_000 });
    const [range] = await bench.store.listCoverage(walletId);
    starts.push(range!.fromMs);
  }
  // Each run covers more.
  expect(starts).toEqual(starts.toSorted((left, right) => right - left));
  expect(new Set(starts).size).toBe(starts.length);
});
