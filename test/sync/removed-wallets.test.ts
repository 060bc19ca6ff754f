/** Wallets that are removed while they are synchronised. */
import { expect, it } from 'vitest';

import { syncWallets } from '../../src/sync/worker.ts';
import { SyncBench } from './harness.ts';

it('a wallet that is removed while its exchange fails is reported as removed, and the others are synchronised', async () => {
  await using bench = await new SyncBench().open();
  await bench.add('binance', { count: 5 });
  await bench.add('kraken', { count: 5 });
  const fault = { kind: 'status', status: 503 } as const;
  bench.simulator.faults.add({ host: /binance/, fault, times: Infinity });
  const ignore = bench.simulator.onRequest(async ({ exchange }) => {
    if (exchange !== 'binance') return;
    ignore();
    await bench.store.removeWallet('wallet_binance');
  });
  // Another one is removed before its run begins, and one before it is claimed.
  await bench.add('okx', { count: 5 });
  const options = bench.workerOptions();
  const claimWallet: typeof options.store.claimWallet = async (which) => {
    const lease = await options.store.claimWallet(which);
    if (which.walletId === 'wallet_okx') await bench.store.removeWallet('wallet_okx');
    return lease;
  };
  const ids = ['wallet_gone', 'wallet_binance', 'wallet_kraken', 'wallet_okx'];
  const results = await syncWallets({ ...options, store: { ...options.store, claimWallet } }, ids);
  expect(results.toSorted((a, b) => (a.walletId < b.walletId ? -1 : 1))).toMatchObject([
    { ok: false, failure: { code: 'wallet_removed' } },
    { ok: false, failure: { code: 'wallet_removed' } },
    { ok: true, exchange: 'kraken' },
    { ok: false, failure: { code: 'wallet_removed' } },
  ]);
});
