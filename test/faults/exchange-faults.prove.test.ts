import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { EARLY_MS, KEYS, SyncBench } from '../sync/harness.ts';
import { listBalances } from '../store/contract/fixtures.ts';

const YEAR_MS = 365 * DAY_MS;

let bench: SyncBench;

beforeEach(async () => {
  bench = await new SyncBench({ startMs: EARLY_MS }).open();
});
afterEach(() => bench.close());

const FAULTS = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, body: '<html>maintenance</html>' },
  { kind: 'status', status: 429, retryAfterSeconds: 3 },
  { kind: 'html' },
  { kind: 'truncated-json' },
  { kind: 'reset' },
] as const;

describe('a transient error', () => {
  it.each(FAULTS)('is retried, and loses no row: %j', async (fault) => {
    const history = await bench.add('binance', { count: 60 });
    for (const skip of [2, 5, 9]) bench.simulator.faults.add({ fault, path: /hisrec/, skip });
    expect(await bench.sync('wallet_binance')).toMatchObject({ ok: true });
    expect(await bench.compare('wallet_binance', history)).toEqual([]);
  });
});

describe('a permanent error', () => {
  it.each([...FAULTS, { kind: 'redirect', location: 'https://evil.example/' } as const])(
    'fails the refresh, keeps the rows that were read, and has no effect after it ends: %j',
    async (fault) => {
      const history = await bench.add('binance', { count: 60 });
      bench.simulator.faults.add({ fault, path: /withdraw\/history/, skip: 3, times: Infinity });
      const failed = await bench.sync('wallet_binance');
      expect(failed).toMatchObject({
        ok: false,
        failure: { code: expect.stringMatching(/^exchange_/) },
      });
      const status = await bench.store.readWalletStatus('wallet_binance');
      expect(status.sync.historyComplete).toBe(false);
      expect(status.sync.failure?.message).not.toMatch(/signature|binance-key|127\.0\.0\.1/);
      expect(status.transactionCount).toBeGreaterThan(0);

      bench.simulator.faults.clear();
      expect(await bench.sync('wallet_binance')).toMatchObject({ ok: true });
      expect(await bench.compare('wallet_binance', history)).toEqual([]);
    },
  );

  it('does not set the time of synchronisation while any part of a refresh fails', async () => {
    await bench.add('binance', { count: 20 });
    bench.simulator.faults.add({
      fault: { kind: 'status', status: 500 },
      path: /account$/,
      times: Infinity,
    });
    expect(await bench.sync('wallet_binance')).toMatchObject({ ok: false });
    expect((await bench.store.readSyncState('wallet_binance')).lastSyncAtMs).toBeNull();
    expect((await bench.store.readSyncState('wallet_binance')).failureCount).toBe(1);
  });

  it('counts quarantined balances and networks', async () => {
    await bench.add('binance', { count: 20 });
    const body = '{"balances":[{"asset":"BTC","free":"1"},{"asset":"ETH"},{"asset":"EUR"}]}';
    bench.simulator.faults.add({
      fault: { kind: 'status', status: 200, body },
      path: /api\/v3\/account$/,
      times: Infinity,
    });
    const { ok, quarantinedCount } = await bench.sync('wallet_binance');
    const status = await bench.store.readWalletStatus('wallet_binance');
    expect([ok, quarantinedCount]).toEqual([true, status.quarantinedCount]);
    expect(status.quarantined.filter(({ source }) => source === 'balances')).toHaveLength(2);
  });

  it('stops neither the backfill of other lists nor the balances', async () => {
    await bench.add('binance', { count: 20 });
    bench.simulator.faults.add({
      fault: { kind: 'status', status: 404, body: '{"msg":"no such endpoint"}' },
      path: /withdraw\/history$/,
      times: Infinity,
    });
    const result = await bench.sync('wallet_binance');
    expect(result).toMatchObject({ ok: false, failure: { code: 'exchange_request_refused' } });
    const state = await bench.store.readSyncState('wallet_binance');
    expect([state.lastSyncAtMs, state.historyComplete]).toEqual([null, false]);
    expect((await listBalances(bench.store, 'wallet_binance')).length).toBeGreaterThan(0);
    const coverage = await bench.store.listCoverage('wallet_binance');
    expect(coverage.some(({ source }) => source === 'withdrawals')).toBe(false);
    const deposits = coverage.find(({ source }) => source === 'deposits');
    expect(deposits?.fromMs).toBe(Date.UTC(2017, 6, 1));
  });
});

it('stops a wallet with a refused key until it is retried by name', async () => {
  await bench.add('binance', { count: 20 });
  bench.simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
  expect(await bench.sync('wallet_binance')).toMatchObject({
    failure: { code: 'exchange_key_refused' },
  });
  const claim = { nowMs: bench.nowMs + 1e10, untilMs: bench.nowMs + 2e10 };
  expect(await bench.store.claimWallet(claim)).toBeUndefined();
  bench.simulator.faults.clear();
  expect(await bench.sync('wallet_binance')).toMatchObject({ ok: true });
});

it('skips fiat orders if the exchange does not offer them', async () => {
  const history = await bench.add('binance', { count: 40, fiatOrders: 0 });
  bench.simulator.faults.add({
    fault: { kind: 'status', status: 404 },
    path: /fiat/,
    times: Infinity,
  });
  expect(await bench.sync('wallet_binance')).toMatchObject({ ok: true });
  expect(await bench.compare('wallet_binance', history)).toEqual([]);
  expect(bench.log.lines.join()).toContain('a source was skipped');
});

it('does not count time after its own clock as covered, for any time that the exchange reports', async () => {
  await bench.add('binance', { count: 20 });
  bench.clock.set(bench.nowMs + YEAR_MS);
  expect(await bench.sync('wallet_binance')).toMatchObject({ ok: true });
  const coverage = await bench.store.listCoverage('wallet_binance');
  expect(coverage.length).toBeGreaterThan(0);
  expect(Math.max(...coverage.map(({ toMs }) => toMs))).toBeLessThan(bench.nowMs + 7_200_000);
});

it('schedules a wait of a day, and pauses other wallets for at most ten minutes', async () => {
  await bench.add('binance', { count: 20 });
  await bench.addWallet('wallet_second', 'binance', KEYS.binance);
  const fault = { kind: 'status', status: 429, retryAfterSeconds: 86_400 } as const;
  bench.simulator.faults.add({ fault });
  const startMs = bench.nowMs;
  const options = bench.workerOptions();
  const results = [
    ...(await syncWallets(options, ['wallet_binance'])),
    ...(await syncWallets(options, ['wallet_second'])),
  ];
  const waitsMs: number[] = [];
  for (const { walletId, failure } of results) {
    expect(failure?.code).toBe('exchange_rate_limited');
    waitsMs.push((await bench.store.readSyncState(walletId)).nextRunAtMs! - startMs);
  }
  expect(waitsMs[0]).toBeGreaterThan(86_000_000);
  expect(waitsMs[1]).toBeGreaterThan(500_000);
  expect(waitsMs[1]).toBeLessThan(700_000);
  expect(bench.nowMs - startMs).toBeLessThan(60_000);
});

it('stops while it waits for the exchange', async () => {
  await bench.add('binance', { count: 20 });
  const fault = { kind: 'slow', delayMs: 20_000 } as const;
  bench.simulator.faults.add({ fault, path: /hisrec/, times: Infinity });
  const abort = new AbortController();
  bench.simulator.onRequest(({ path }) => {
    if (path.includes('hisrec')) setTimeout(() => abort.abort(), 50);
  });
  const [result] = await syncWallets(bench.workerOptions(abort.signal), ['wallet_binance']);
  expect(result).toMatchObject({ ok: false, failure: { code: 'interrupted' } });
  expect((await bench.store.readSyncState('wallet_binance')).failureCount).toBe(0);
});

it('reads the other sources and the balances if one source fails, with increasing waits', async () => {
  const history = await bench.add('binance', { count: 60 });
  const fault = { kind: 'status', status: 500 } as const;
  bench.simulator.faults.add({ fault, path: /deposit\/hisrec/, skip: 2, times: Infinity });
  for (const failureCount of [1, 2, 3]) {
    expect(await bench.sync('wallet_binance')).toMatchObject({ ok: false });
    expect(await bench.store.readSyncState('wallet_binance')).toMatchObject({ failureCount });
  }
  const held = await bench.readAll('wallet_binance');
  const withdrawals = history.rows.filter(({ source }) => source === 'withdrawal');
  expect(held.filter(({ type, asset }) => type === 'withdrawal' && asset !== 'EUR').length).toBe(
    withdrawals.length,
  );
  expect((await listBalances(bench.store, 'wallet_binance')).length).toBeGreaterThan(0);
});

it.each([
  ['an optional', /account\/bills/, true],
  ['a required', /deposit-records/, false],
])('requests %s list once in a run if the exchange refuses it', async (_which, path, ok) => {
  await bench.add('bitget', { count: 20 });
  const fault = { kind: 'status', status: 404, body: '{}' } as const;
  bench.simulator.faults.add({ fault, path, times: Infinity });
  expect(await bench.sync('wallet_bitget')).toMatchObject({ ok });
  expect(bench.simulator.requests.matching(path)).toHaveLength(1);
});

it.each([
  ['binance', 'fiat orders', /fiat/, 2],
  // A request for each other account of the customer, in both directions.
  ['binance', 'transfers', /asset\/transfer/, 14],
  // The newest days, one by one.
  ['cryptocom', 'the ledger', /get-transactions/, 4],
] as const)(
  '%s: requests %s once an hour, because a reading is expensive',
  async (exchange, _list, path, requests) => {
    await bench.add(exchange, { count: 5 });
    const asked = () => bench.simulator.requests.matching(path).length;
    await bench.sync(`wallet_${exchange}`);
    const first = asked();
    await bench.sync(`wallet_${exchange}`);
    expect(asked()).toBe(first);
    bench.clock.advance(3_700_000);
    await bench.sync(`wallet_${exchange}`);
    expect(asked()).toBe(first + requests);
  },
);

it('reads the balances of an exchange that lists a network twice', async () => {
  await bench.add('bitvavo', { count: 20 });
  const coin = {
    symbol: 'BTC',
    decimals: 8,
    withdrawalFee: '0.1',
    withdrawalMinAmount: '0.2',
    withdrawalStatus: 'OK',
    depositStatus: 'OK',
    networks: ['BTC', 'BTC'],
    message: '',
  };
  bench.simulator.faults.add({
    fault: { kind: 'status', status: 200, body: JSON.stringify([coin, coin]) },
    path: /assets/,
    times: Infinity,
  });
  expect(await bench.sync('wallet_bitvavo')).toMatchObject({ ok: true });
  const balances = await listBalances(bench.store, 'wallet_bitvavo');
  const bitcoin = balances.find(({ asset }) => asset === 'BTC');
  expect(bitcoin?.networks.map(({ id }) => id)).toEqual(['BTC']);
});

it('does not pause an exchange because of the nonces of some keys', async () => {
  await bench.add('kraken', { count: 20 });
  const walletIds = Array.from({ length: 8 }, (_, index) => `wallet_kraken_${index}`);
  for (const id of walletIds) await bench.addWallet(id, 'kraken', KEYS.kraken);
  bench.simulator.faults.add({
    fault: { kind: 'status', status: 200, body: '{"error":["EAPI:Invalid nonce"]}' },
    path: /private/,
    times: Infinity,
  });
  const options = bench.workerOptions();
  for (const { failure } of await syncWallets(options, walletIds)) {
    expect(failure).toMatchObject({
      code: 'exchange_clock',
      message: expect.stringMatching(/Check the time of this machine.+widen the nonce window/),
    });
  }
  expect(options.directory.listPaused()).toEqual([]);
});
