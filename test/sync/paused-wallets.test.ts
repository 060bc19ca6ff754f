/** Wallets that are paused or removed between the start of `teller sync --once` and their turn. */
import { expect, it } from 'vitest';

import { syncWallets } from '../../src/sync/worker.ts';
import { SyncBench } from './harness.ts';

const WALLET = 'wallet_binance';

async function openBench(): Promise<SyncBench> {
  const bench = await new SyncBench().open();
  await bench.add('binance', { count: 5 });
  return bench;
}

it.each([false, true])(
  'a wallet that is paused before its turn is not synchronised, and reported as paused; another worker has it: %s',
  async (isHeld) => {
    await using bench = await openBench();
    const { nowMs } = bench;
    if (isHeld) {
      await bench.store.claimWallet({ walletId: WALLET, nowMs, untilMs: nowMs + 10_000 });
    }
    await bench.store.changeWallet(WALLET, { paused: true }, nowMs);
    const results = await syncWallets(bench.workerOptions(), [WALLET]);
    expect(results).toMatchObject([
      { walletId: WALLET, exchange: 'binance', ok: false, failure: { code: 'wallet_paused' } },
    ]);
    expect(bench.simulator.requests.entries).toEqual([]);
  },
);

it('a wallet that is removed while another worker has it is reported as removed', async () => {
  await using bench = await openBench();
  const { nowMs } = bench;
  await bench.store.claimWallet({ walletId: WALLET, nowMs, untilMs: nowMs + 10_000 });
  const options = bench.workerOptions();
  const claimWallet: typeof options.store.claimWallet = async (which) => {
    const lease = await options.store.claimWallet(which);
    await bench.store.removeWallet(WALLET);
    return lease;
  };
  const store = { ...options.store, claimWallet };
  const results = await syncWallets({ ...options, store }, [WALLET]);
  expect(results).toMatchObject([{ ok: false, failure: { code: 'wallet_removed' } }]);
});
