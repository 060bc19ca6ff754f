/** What a run requests of an account, in which order, and what it logs and leaves behind. */
import { expect, it, vi } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import {
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
} from '../../src/exchanges/exchange.ts';
import { SOURCE_DEFAULTS } from '../../src/exchanges/profile.ts';
import { runSyncWorker, syncWallets } from '../../src/sync/worker.ts';
import { KEYS, makeExchangeRow, SyncBench } from './harness.ts';

const NOW_MS = Date.UTC(2024, 5, 1);
const WALLET = 'wallet_binance';
const SOURCE: HistorySource = {
  ...SOURCE_DEFAULTS,
  name: 'deposits',
  startMs: NOW_MS - 60 * DAY_MS,
  windowMsMax: 10 * DAY_MS,
};

/** Returns how many days before now a time is. */
const daysAgo = (timeMs: number): number => Math.round((NOW_MS - timeMs) / DAY_MS);

/** Opens a bench with a wallet, and options with which its account answers each window by `readWindow`. */
async function open(
  readWindow: (fromMs: number, toMs: number) => Awaited<ReturnType<ExchangeAccount['readWindow']>>,
  source = SOURCE,
) {
  const bench = await new SyncBench().open();
  await bench.addWallet(WALLET, 'binance', KEYS.binance);
  bench.nowMs = NOW_MS;
  const account: ExchangeAccount = {
    sources: [source],
    fetchTimeMs: async () => bench.nowMs,
    serverTimeMs: () => bench.nowMs,
    readWindow: async (_source, fromMs, toMs) => readWindow(fromMs, toMs),
    readBalances: async () => ({ balances: [], unreadable: [] }),
  };
  const withAccount = (options = bench.workerOptions()) => ({
    ...options,
    directory: { ...options.directory, openAccount: async () => account },
  });
  const sync = () => syncWallets(withAccount(), [WALLET]);
  return { bench, sync, withAccount };
}

const EMPTY = { transactions: [], unreadable: [] };

/** Returns the number of timers that keep this process running. */
const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('ends its timers, also after a failure', async () => {
  let isDown = false;
  const { bench, sync } = await open(() => {
    if (isDown) throw new ExchangeError('exchange_unavailable', 'no response');
    return EMPTY;
  });
  await using _bench = bench;
  // Timers of other tests may end meanwhile.
  const before = countTimers();
  expect(await sync()).toMatchObject([{ ok: true }]);
  expect(countTimers()).toBeLessThanOrEqual(before);
  isDown = true;
  expect(await sync()).toMatchObject([{ ok: false }]);
  expect(countTimers()).toBeLessThanOrEqual(before);
});

it('requests a source that has failed only once in a run', async () => {
  const requested: number[] = [];
  const { bench, sync } = await open((fromMs) => {
    requested.push(daysAgo(fromMs));
    throw new ExchangeError('exchange_request_refused', 'not served any more');
  });
  await using _bench = bench;
  expect(await sync()).toMatchObject([{ ok: false }]);
  expect(requested).toHaveLength(1);
});

it('warns once that a source has no older rows, and once that assets may be missing', async () => {
  const completeFromMs = NOW_MS - 25 * DAY_MS;
  const { bench, sync } = await open(() => ({ ...EMPTY, completeFromMs, mayMissAssets: true }));
  await using _bench = bench;
  await sync();
  const warnings = bench.log.lines.filter((line) => line.startsWith('the history cannot be'));
  expect(warnings.map((line) => /"reason":"(.*)"/.exec(line)?.[1])).toEqual([
    `no rows are returned before ${new Date(completeFromMs).toISOString()}`,
    'rows are listed by asset, and not every asset is requested',
  ]);
});

it('plans the next run by the newest row, also if the rows are in another order', async () => {
  const times = [2 * DAY_MS, HOUR_MS / 2, 3 * DAY_MS].map((ageMs) => NOW_MS - ageMs);
  const { bench, sync } = await open((fromMs, toMs) => ({
    transactions: times
      .filter((timeMs) => timeMs >= fromMs && timeMs < toMs)
      .map((timeMs) => makeExchangeRow(`row:${timeMs}`, timeMs)),
    unreadable: [],
  }));
  await using _bench = bench;
  await sync();
  const { nextRunAtMs } = await bench.store.readSyncState(WALLET);
  // A quarter of the interval.
  expect(nextRunAtMs).toBe(NOW_MS + 15_000);
});

it('reads the missing parts of the history newest first', async () => {
  let requested: number[] = [];
  const { bench, sync } = await open((_fromMs, toMs) => {
    requested.push(daysAgo(toMs));
    return EMPTY;
  });
  await using _bench = bench;
  await sync();
  const lease = await bench.store.claimWallet({
    nowMs: NOW_MS,
    untilMs: NOW_MS + 10_000,
    walletId: WALLET,
  });
  for (const days of [50, 40, 30]) {
    const fromMs = NOW_MS - days * DAY_MS;
    await bench.store.removeCoverage(lease!, SOURCE.name, { fromMs, toMs: fromMs + DAY_MS });
  }
  await bench.store.releaseLease(lease!);
  requested = [];
  await sync();
  expect(requested).toEqual([0, 29, 39, 49]);
});

it('reads the window of a row that could not be read again after a day, once it is older than the newest part', async () => {
  const row = { key: 'deposits:1', raw: '{}', reason: 'no amount' };
  const rowMs = NOW_MS - 20 * DAY_MS;
  let isReadable = false;
  const { bench, sync } = await open((fromMs, toMs) => {
    if (rowMs < fromMs || rowMs >= toMs) return EMPTY;
    return isReadable
      ? { transactions: [makeExchangeRow(row.key, rowMs)], unreadable: [] }
      : { transactions: [], unreadable: [row] };
  });
  await using _bench = bench;
  const countAfter = async (passedMs: number) => {
    bench.passTime(passedMs);
    await sync();
    const { transactionCount, quarantinedCount } = await bench.store.readWalletStatus(WALLET);
    return { transactionCount, quarantinedCount };
  };
  expect(await countAfter(0)).toEqual({ transactionCount: 0, quarantinedCount: 1 });
  isReadable = true;
  expect(await countAfter(HOUR_MS)).toEqual({ transactionCount: 0, quarantinedCount: 1 });
  expect(await countAfter(DAY_MS)).toEqual({ transactionCount: 1, quarantinedCount: 0 });
});

it('does not wait for the interval of an earlier setting that was longer', async () => {
  const { bench, withAccount } = await open(() => EMPTY);
  await using _bench = bench;
  const countRuns = (): number =>
    bench.log.lines.filter((line) => line.startsWith('wallet synchronised')).length;
  for (const [runs, intervalMs] of [20 * HOUR_MS, 60_000].entries()) {
    const stop = new AbortController();
    const options = { ...bench.workerOptions(stop.signal), intervalMs };
    const worker = runSyncWorker(withAccount(options));
    await vi.waitFor(() => expect(countRuns()).toBe(runs + 1), { timeout: 20_000 });
    stop.abort();
    await worker;
    bench.passTime(HOUR_MS);
  }
}, 60_000);

it('reads the newest part of a source again only after the interval of the source', async () => {
  let requests = 0;
  const { bench, sync } = await open(
    () => {
      requests += 1;
      return EMPTY;
    },
    { ...SOURCE, intervalMs: HOUR_MS },
  );
  await using _bench = bench;
  const countAfter = async (passedMs: number): Promise<number> => {
    requests = 0;
    bench.passTime(passedMs);
    await sync();
    return requests;
  };
  expect(await countAfter(0)).toBeGreaterThan(0);
  expect(await countAfter(HOUR_MS - 1)).toBe(0);
  expect(await countAfter(1)).toBe(1);
});
