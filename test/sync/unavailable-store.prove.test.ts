/** Runs of wallets whose store does not respond, and of wallets that cannot run. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { NodeUnavailableError, StoreUnavailableError } from '../../src/store/errors.ts';
import type { WalletLease } from '../../src/store/sync.ts';
import { runWallet } from '../../src/sync/wallet-run.ts';
import { runSyncWorker } from '../../src/sync/worker.ts';
import { SyncBench } from './harness.ts';

let bench: SyncBench;

beforeEach(async () => {
  bench = await new SyncBench().open();
  await bench.add('binance', { count: 10 });
});
afterEach(() => bench.close());

async function claim(): Promise<WalletLease> {
  const { nowMs } = bench;
  const wanted = { nowMs, untilMs: nowMs + 10_000, walletId: 'wallet_binance' };
  const lease = await bench.store.claimWallet(wanted);
  if (lease === undefined) throw new Error('the wallet is held');
  return lease;
}

it.each([
  ['the store', new StoreUnavailableError('the database does not respond')],
  ['every node', new NodeUnavailableError('worker-1:5432')],
])('fails if %s is unavailable for the record of its failure', async (_which, error) => {
  bench.simulator.faults.add({ fault: { kind: 'status', status: 503 }, times: Infinity });
  const options = bench.workerOptions();
  const recordOutcome = () => Promise.reject(error);
  const store = { ...options.store, recordOutcome };
  const run = { lease: await claim() };
  await expect(runWallet({ ...options, store }, run)).rejects.toBe(error);
  // Another worker can continue immediately.
  await claim();
});

it('a worker continues with other wallets after an error of the program, and logs it', async () => {
  await bench.add('okx', { count: 10 });
  const stop = new AbortController();
  const options = bench.workerOptions(stop.signal);
  const findWallet: typeof options.store.findWallet = async (id) => {
    if (id === 'wallet_binance') throw new TypeError('a defect');
    return options.store.findWallet(id);
  };
  const worker = runSyncWorker({ ...options, store: { ...options.store, findWallet } });
  const lines = () => bench.log.lines.join('\n');
  await vi.waitFor(() => expect(lines()).toContain('wallet synchronised'), 20_000);
  stop.abort();
  await worker;
  expect(lines()).toContain('a wallet could not be synchronised; continuing with the others');
  expect(lines()).toContain('a defect');
});

it('a wallet of an exchange that this version does not have fails with a code', async () => {
  await bench.addWallet('wallet_later', 'laterexchange', { apiKey: 'key', secret: 'secret' });
  expect(await bench.sync('wallet_later')).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('Check for a newer version') },
  });
});
