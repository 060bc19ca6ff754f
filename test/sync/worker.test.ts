import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import type { SyncWorkerOptions } from '../../src/sync/sync-options.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import { runWallet } from '../../src/sync/wallet-run.ts';
import { whileAnnounced } from '../../src/sync/worker-presence.ts';
import { runSyncWorker, syncWallets } from '../../src/sync/worker.ts';
import { EARLY_MS, KEYS, SyncBench } from './harness.ts';
import { renewOnCall } from './renewals.ts';

/** A history takes ten seconds through the coordinator of a Citus cluster, longer on a busy machine. */
const WAIT = { timeout: 60_000, interval: 20 };

let bench: SyncBench;

beforeEach(async () => {
  bench = await new SyncBench({ startMs: EARLY_MS }).open();
});
afterEach(() => {
  vi.useRealTimers();
  return bench.close();
});

async function claim(walletId: string, nowMs = bench.nowMs) {
  const lease = await bench.store.claimWallet({ nowMs, untilMs: nowMs + 10_000, walletId });
  if (lease === undefined) throw new Error(`${walletId} is held`);
  return lease;
}

describe('a worker', () => {
  it('runs eight wallets of an exchange concurrently, together with wallets of others', async () => {
    await bench.add('binance', { count: 0 });
    for (let index = 1; index < 12; index += 1) {
      await bench.addWallet(`wallet_binance_${index}`, 'binance', KEYS.binance);
    }
    await bench.add('okx', { count: 10 });
    const binance = Promise.withResolvers<void>();
    let waiting = 0;
    bench.simulator.onRequest(async ({ exchange }) => {
      if (exchange !== 'binance') return;
      waiting += 1;
      await binance.promise;
    });
    const stop = new AbortController();
    const worker = runSyncWorker(bench.workerOptions(stop.signal));
    await vi.waitFor(async () => {
      const { lastSyncAtMs } = await bench.store.readSyncState('wallet_okx');
      expect(lastSyncAtMs).not.toBeNull();
      expect(waiting).toBe(8);
    }, WAIT);
    stop.abort();
    binance.resolve();
    await worker;
  }, 130_000);

  it('runs only the named wallet, as it becomes due', async () => {
    await bench.add('okx', { count: 10 });
    await bench.addWallet('wallet_other', 'okx', KEYS.okx);
    const stop = new AbortController();
    const worker = runSyncWorker(bench.workerOptions(stop.signal), 'wallet_okx');
    const readTime = async (id: string) => (await bench.store.readSyncState(id)).lastSyncAtMs;
    const countRuns = (): number =>
      bench.log.lines.filter((line) => line.startsWith('wallet synchronised')).length;
    await vi.waitFor(() => expect(countRuns()).toBeGreaterThan(0), WAIT);
    // Long enough to run it again.
    await sleep(300);
    stop.abort();
    await worker;
    expect(countRuns()).toBe(1);
    expect(await readTime('wallet_okx')).not.toBeNull();
    expect(await readTime('wallet_other')).toBeNull();
  });

  it('waits before it claims again from a store that does not respond', async () => {
    const stop = new AbortController();
    const options = bench.workerOptions(stop.signal);
    let claims = 0;
    const claimWallet = async (): Promise<never> => {
      claims += 1;
      await sleep(1);
      throw new StoreUnavailableError('the store is away');
    };
    const worker = runSyncWorker({ ...options, store: { ...options.store, claimWallet } });
    await sleep(300);
    expect(claims).toBe(1);
    stop.abort();
    await worker;
  });

  it('logs a failure that it cannot record, waits, and runs the other wallets', async () => {
    await bench.add('okx', { count: 10 });
    await bench.addWallet('wallet_lost', 'binance', KEYS.binance);
    const stop = new AbortController();
    const options = bench.workerOptions(stop.signal);
    const readSyncState = async (walletId: string) => {
      if (walletId === 'wallet_lost') throw new StoreUnavailableError('the store is away');
      return options.store.readSyncState(walletId);
    };
    const startedAtMs = performance.now();
    const worker = runSyncWorker({ ...options, store: { ...options.store, readSyncState } });
    const count = (start: string): number =>
      bench.log.lines.filter((line) => line.startsWith(start)).length;
    await vi.waitFor(() => expect(count('wallet synchronised')).toBe(1), WAIT);
    stop.abort();
    await worker;
    const retries = count('the store does not respond; retrying');
    expect(retries).toBeGreaterThan(0);
    expect(retries).toBeLessThanOrEqual(1 + (performance.now() - startedAtMs) / 2000);
  });

  it('reads at most eight named wallets concurrently', async () => {
    const ids = Array.from({ length: 20 }, (_each, index) => `wallet_${index}`);
    for (const id of ids) await bench.addWallet(id, 'okx', KEYS.okx);
    const options = bench.workerOptions(new AbortController().signal);
    let [running, most] = [0, 0];
    const openAccount = async (): Promise<never> => {
      running += 1;
      most = Math.max(most, running);
      await sleep(20);
      running -= 1;
      throw new Error('no account');
    };
    const directory = { ...options.directory, openAccount };
    expect(await syncWallets({ ...options, directory }, ids)).toHaveLength(20);
    expect(most).toBe(8);
  });

  it('runs at most 32 wallets concurrently', async () => {
    for (const exchange of ['binance', 'okx', 'bybit', 'gate', 'htx'] as const) {
      for (let index = 0; index < 8; index += 1) {
        await bench.addWallet(`wallet_${exchange}_${index}`, exchange, KEYS[exchange]);
      }
    }
    const stop = new AbortController();
    const options = bench.workerOptions(stop.signal);
    let opened = 0;
    const openAccount = async (): Promise<never> => {
      opened += 1;
      await once(stop.signal, 'abort');
      throw new Error('the process stops');
    };
    const directory = { ...options.directory, openAccount };
    const worker = runSyncWorker({ ...options, directory });
    await vi.waitFor(() => expect(opened).toBe(32), WAIT);
    // Long enough to start further ones.
    await sleep(300);
    expect(opened).toBe(32);
    stop.abort();
    await worker;
  }, 90_000);

  it('ends after its runs, which have released their leases', async () => {
    await bench.addWallet('wallet_okx', 'okx', KEYS.okx);
    const stop = new AbortController();
    const options = bench.workerOptions(stop.signal);
    const opening = Promise.withResolvers<void>();
    const response = Promise.withResolvers<never>();
    const openAccount = (): Promise<never> => {
      opening.resolve();
      return response.promise;
    };
    const directory = { ...options.directory, openAccount };
    const worker = runSyncWorker({ ...options, directory });
    await opening.promise;
    stop.abort();
    const first = await Promise.race([worker.then(() => 'the worker'), sleep(100, 'the pause')]);
    expect(first).toBe('the pause');
    response.reject(new Error('no response'));
    await worker;
    await claim('wallet_okx');
  });

  it('pauses an exchange that does not respond, and keeps its wallets due', async () => {
    await bench.add('okx', { count: 10 });
    await bench.add('bybit', { count: 10 });
    bench.simulator.faults.add({
      host: /okx/,
      fault: { kind: 'status', status: 503 },
      times: Infinity,
    });
    const options = bench.workerOptions();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await syncWallets(options, ['wallet_okx']);
    }
    expect(options.directory.listPaused()).toEqual(['okx']);
    const before = await bench.store.readSyncState('wallet_okx');
    bench.nowMs = before.nextRunAtMs! + 1;
    const stop = new AbortController();
    const paused: SyncWorkerOptions = {
      ...options,
      directory: { ...options.directory, listPaused: () => ['okx'] },
      signal: stop.signal,
    };
    const worker = runSyncWorker(paused);
    await vi.waitFor(async () => {
      const { historyComplete } = await bench.store.readSyncState('wallet_bybit');
      expect(historyComplete).toBe(true);
    }, WAIT);
    stop.abort();
    await worker;
    expect(await bench.store.readSyncState('wallet_okx')).toEqual(before);
  }, 90_000);

  it('uses its share of the budgets while other workers run, and all of them afterwards', async () => {
    const shares: number[] = [];
    const options = bench.workerOptions();
    const directory = { ...options.directory, shareBudgets: (count: number) => shares.push(count) };
    const announce = async (workerId: string, work: () => Promise<unknown>): Promise<unknown> =>
      whileAnnounced({ ...options, directory, workerId }, work);
    await announce('one', () => announce('two', () => announce('three', async () => undefined)));
    // So does a command that reads named wallets.
    await announce('two', () => syncWallets({ ...options, directory }, ['wallet_none']));
    expect(shares).toEqual([1, 2, 3, 1, 2]);
  });
});

describe('a run', () => {
  it('reads the history in slices, and ends with all rows', async () => {
    const history = await bench.add('binance', { count: 200 });
    bench.simulator.onRequest(() => bench.passTime(1000));
    const slices: boolean[] = [];
    for (let slice = 0; slice < 100 && slices.at(-1) !== true; slice += 1) {
      await runWallet(bench.workerOptions(), {
        lease: await claim('wallet_binance'),
        sliceMs: 10_000,
      });
      const sync = await bench.store.readSyncState('wallet_binance');
      slices.push(sync.historyComplete);
      if (!sync.historyComplete) expect(sync.nextRunAtMs).toBeLessThanOrEqual(bench.nowMs);
    }
    expect(slices.length).toBeGreaterThan(2);
    expect(await bench.compare('wallet_binance', history)).toEqual([]);
  });

  it('reports a new wallet as synchronised before it reads the older history', async () => {
    await bench.add('binance', { count: 200 });
    const seen = new Set<string>();
    bench.simulator.onRequest(async () => {
      const { lastSyncAtMs, historyComplete } = await bench.store.readSyncState('wallet_binance');
      seen.add(`${lastSyncAtMs === null ? 'new' : 'synchronised'}, complete: ${historyComplete}`);
    });
    await runWallet(bench.workerOptions(), { lease: await claim('wallet_binance') });
    expect([...seen]).toEqual(['new, complete: false', 'synchronised, complete: false']);
  });

  it('does not report a history as complete if assets may be missing in its lists', async () => {
    await bench.add('binance', { count: 10 });
    const options = bench.workerOptions();
    const openAccount: typeof options.directory.openAccount = async (...args) => {
      const account = await options.directory.openAccount(...args);
      const readWindow = account.readWindow.bind(account);
      return Object.assign(account, {
        readWindow: async (...window: Parameters<typeof readWindow>) => {
          return { ...(await readWindow(...window)), mayMissAssets: true };
        },
      });
    };
    const directory = { ...options.directory, openAccount };
    const lease = await claim('wallet_binance');
    expect(await runWallet({ ...options, directory }, { lease })).toMatchObject({ ok: true });
    const { historyComplete } = await bench.store.readSyncState('wallet_binance');
    expect(historyComplete).toBe(false);
  });

  it('renews its lease during a long request', async () => {
    await bench.add('binance', { count: 10 });
    const lease = await claim('wallet_binance');
    const { options, renew } = renewOnCall(bench.workerOptions());
    let requests = 0;
    let other: unknown;
    bench.simulator.onRequest(async () => {
      requests += 1;
      if (requests !== 3) return;
      bench.passTime(9000);
      await renew();
      bench.passTime(5000);
      const { nowMs } = bench;
      const wanted = { nowMs, untilMs: nowMs + 10_000, walletId: 'wallet_binance' };
      other = await bench.store.claimWallet(wanted);
    });
    expect(await runWallet(options, { lease })).toMatchObject({ ok: true });
    expect(other).toBeUndefined();
    expect(requests).toBeGreaterThan(3);
  });

  it.each([1, 5])(
    'stops if its lease is lost during request %i, without another request to the exchange',
    async (lostAt) => {
      await bench.add('binance', { count: 200 });
      const lease = await claim('wallet_binance');
      const { options, renew } = renewOnCall(bench.workerOptions());
      let requests = 0;
      bench.simulator.onRequest(async () => {
        requests += 1;
        if (requests === lostAt) {
          await claim('wallet_binance', bench.nowMs + 10_000);
          await renew();
        }
      });
      const result = await runWallet(options, { lease });
      expect(result).toMatchObject({ ok: false, failure: { code: 'interrupted' } });
      expect(requests).toBe(lostAt);
    },
  );

  it('releases its lease when it ends, also after a failure', async () => {
    await bench.add('binance', { count: 10 });
    await runWallet(bench.workerOptions(), { lease: await claim('wallet_binance') });
    bench.simulator.faults.add({ fault: { kind: 'status', status: 503 }, times: Infinity });
    const failed = await runWallet(bench.workerOptions(), { lease: await claim('wallet_binance') });
    expect(failed).toMatchObject({ ok: false });
    await claim('wallet_binance');
  });

  it('records the time at which it began as the time of the synchronisation', async () => {
    await bench.add('binance', { count: 10 });
    bench.simulator.onRequest(() => bench.passTime(1000));
    const startedAtMs = bench.nowMs;
    await runWallet(bench.workerOptions(), { lease: await claim('wallet_binance') });
    const { lastSyncAtMs } = await bench.store.readSyncState('wallet_binance');
    expect(bench.nowMs).toBeGreaterThan(startedAtMs);
    expect(lastSyncAtMs).toBe(startedAtMs);
  });

  it.each([
    ['of the last hour', HOUR_MS / 2, 15_000],
    ['of the last day', 12 * HOUR_MS, 30_000],
    ['that is older', 2 * DAY_MS, 60_000],
  ])('of a wallet whose newest row is one %s plans the next one', async (_age, ageMs, waitMs) => {
    // Histories end half an hour before their end.
    const toMs = bench.clock.now() - ageMs + HOUR_MS / 2;
    await bench.add('okx', { count: 10, gaps: [], fromMs: toMs - HOUR_MS, toMs });
    await runWallet(bench.workerOptions(), { lease: await claim('wallet_okx') });
    const { nextRunAtMs } = await bench.store.readSyncState('wallet_okx');
    expect(nextRunAtMs).toBe(bench.nowMs + waitMs);
  });

  it('is retried within a minute after a long outage of the store', async () => {
    await bench.add('binance', { count: 10 });
    const options = bench.workerOptions();
    const readCredentials = async (): Promise<never> => {
      throw new StoreUnavailableError('the database does not respond');
    };
    const store = { ...options.store, readCredentials };
    for (let failure = 0; failure < 8; failure += 1) {
      await runWallet({ ...options, store }, { lease: await claim('wallet_binance') });
    }
    const { failureCount, nextRunAtMs } = await bench.store.readSyncState('wallet_binance');
    expect(failureCount).toBe(8);
    expect(nextRunAtMs).toBeLessThanOrEqual(bench.nowMs + 60_000);
  });

  it('records no failure if the process stops, and the wallet remains due', async () => {
    await bench.add('binance', { count: 10 });
    const before = await bench.store.readSyncState('wallet_binance');
    const stop = new AbortController();
    bench.simulator.onRequest(() => stop.abort());
    const options = bench.workerOptions(stop.signal);
    const result = await runWallet(options, { lease: await claim('wallet_binance') });
    expect(result).toMatchObject({ ok: false, failure: { code: 'interrupted' } });
    expect(await bench.store.readSyncState('wallet_binance')).toEqual(before);
  });
});

describe('the synchronisation of a named wallet', () => {
  it('waits for another worker, and runs when its lease is released', async () => {
    await bench.add('binance', { count: 10 });
    const lease = await claim('wallet_binance');
    let isReleased = false;
    const run = syncWallets(bench.workerOptions(), ['wallet_binance']);
    bench.simulator.onRequest(() => expect(isReleased).toBe(true));
    await sleep(100);
    isReleased = true;
    await bench.store.releaseLease(lease);
    expect(await run).toMatchObject([{ ok: true }]);
  });

  it('is reported as interrupted if the process stops before it starts, or while it waits', async () => {
    await bench.add('binance', { count: 10 });
    await bench.addWallet('wallet_other', 'binance', KEYS.binance);
    await claim('wallet_binance');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const interrupted = { ok: false, failure: { code: 'interrupted' } };
    const options = bench.workerOptions(stop.signal);
    expect(await syncWallets(options, ['wallet_binance'])).toMatchObject([interrupted]);
    expect(await syncWallets(options, ['wallet_other'])).toMatchObject([interrupted]);
  });

  it('is reported as removed if it does not exist', async () => {
    const removed = syncWallets(bench.workerOptions(), ['wallet_none']);
    expect(await removed).toMatchObject([{ ok: false, failure: { code: 'wallet_removed' } }]);
  });
});

describe('a worker whose clock differs from that of the database', () => {
  it.each([
    [59_000, []],
    [61_000, [{ seconds: 61 }]],
    [-61_000, [{ seconds: -61 }]],
  ])('by %i ms corrects it, and warns from a minute on', async (differenceMs, warnings) => {
    const found: object[] = [];
    const corrections: number[] = [];
    const options = bench.workerOptions();
    const announceWorker: typeof options.store.announceWorker = async ({ nowMs }) => ({
      count: 1,
      storeTimeMs: nowMs + differenceMs,
    });
    await whileAnnounced(
      {
        ...options,
        store: { ...options.store, announceWorker },
        logger: Object.assign(Object.create(options.logger), {
          warn: (fields: object) => found.push(fields),
        }),
        correctClock: (correctedMs) => corrections.push(correctedMs),
      },
      async () => undefined,
    );
    expect(found).toEqual(warnings);
    expect(corrections).toEqual([differenceMs]);
  });
});
