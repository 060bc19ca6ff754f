/** Runs whose lease is renewed late, lost, or held by another worker. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { expect, it, vi } from 'vitest';

import { StoreUnavailableError } from '../../src/store/errors.ts';
import type { SyncWorkerOptions } from '../../src/sync/sync-options.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { EMPTY, openAccount, WALLET } from './answered-windows.ts';
import { KEYS } from './harness.ts';

it('a wallet that another worker takes over is reported as interrupted, and the others are synchronised', async () => {
  const { bench, withAccount } = await openAccount(() => EMPTY);
  await using _bench = bench;
  await bench.addWallet('wallet_other', 'binance', KEYS.binance);
  const options = withAccount();
  const recordWindow: SyncWorkerOptions['store']['recordWindow'] = async (lease, record) => {
    const { walletId } = lease;
    const nowMs = bench.nowMs + 10_000;
    if (walletId === WALLET) {
      await bench.store.claimWallet({ nowMs, untilMs: nowMs + 10_000, walletId });
    }
    return options.store.recordWindow(lease, record);
  };
  const store = { ...options.store, recordWindow };
  const results = await syncWallets({ ...options, store }, [WALLET, 'wallet_other']);
  expect(results.find(({ walletId }) => walletId === WALLET)).toMatchObject({
    ok: false,
    failure: { code: 'interrupted' },
  });
  expect(results.find(({ walletId }) => walletId === 'wallet_other')).toMatchObject({ ok: true });
});

it('a run continues if the store does not respond to a renewal of its lease', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { bench, withAccount } = await openAccount(() => {
      vi.advanceTimersByTime(2000);
      return EMPTY;
    });
    await using _bench = bench;
    const options = withAccount();
    const renewLease = () => Promise.reject(new StoreUnavailableError('no response'));
    const store = { ...options.store, renewLease };
    expect(await syncWallets({ ...options, store }, [WALLET])).toMatchObject([{ ok: true }]);
    expect(bench.log.lines.join('\n')).toContain('the lease could not be renewed');
  } finally {
    vi.useRealTimers();
  }
});

it('a named wallet is reported as busy if another worker holds it for fifteen seconds', async () => {
  const { bench, withAccount } = await openAccount(() => EMPTY);
  await using _bench = bench;
  const { nowMs } = bench;
  await bench.store.claimWallet({ nowMs, untilMs: nowMs + 10_000, walletId: WALLET });
  const stop = new AbortController();
  const pausesMs: unknown[] = [];
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (durationMs, value) => {
    pausesMs.push(durationMs);
    if (pausesMs.length === 20) stop.abort();
    return value!;
  });
  syncBuiltinESMExports();
  try {
    const options = withAccount(bench.workerOptions(stop.signal));
    const busy = { ok: false, failure: { code: 'wallet_busy' } };
    expect(await syncWallets(options, [WALLET])).toMatchObject([busy]);
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  expect(pausesMs).toEqual(Array.from({ length: 15 }, () => 1000));
});
