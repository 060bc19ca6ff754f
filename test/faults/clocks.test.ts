/** Wallets of an exchange without an endpoint for its time, synchronised under clocks that are wrong. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { HOUR_MS, DAY_MS } from '../../src/domain/duration.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import type { SyncWorkerOptions } from '../../src/sync/sync-options.ts';
import { runSyncWorker, syncWallets } from '../../src/sync/worker.ts';
import { RecordedExchange, type RecordedRequest } from '../best-effort/recorded-exchange.ts';
import { SyncBench } from '../sync/harness.ts';

const YEAR_MS = 365 * DAY_MS;
const START_MS = Date.UTC(2024, 5, 1, 12);
const WALLET = 'wallet_hitbtc';
const HOST = 'GET api.hitbtc.com/api/3';
const KEYS = { apiKey: 'hitbtc-key', secret: 'hitbtc-secret' };

const OFFSETS: readonly (readonly [string, number])[] = [
  ['an hour behind', -HOUR_MS],
  ['two hours ahead', 2 * HOUR_MS],
  ['ten years ahead', 10 * YEAR_MS],
];

let bench: SyncBench;
let exchange: RecordedExchange;
let proxyUrl: string;
/** The correct time, and the error of the clock that the synchronisation reads. */
let trueMs: number;
let offsetMs: number;
const rowTimes: number[] = [];
/** The earliest start of the windows that were requested. */
let earliestRequestedMs = Infinity;

beforeEach(async () => {
  trueMs = START_MS;
  offsetMs = 0;
  rowTimes.splice(0);
  for (let day = 400; day > 0; day -= 1) rowTimes.push(START_MS - day * DAY_MS);
  bench = await new SyncBench().open();
  exchange = new RecordedExchange({
    [`${HOST}/public/currency`]: {},
    [`${HOST}/wallet/balance`]: [{ currency: 'BTC', available: '1', reserved: '0' }],
    [`${HOST}/wallet/transactions`]: listRows,
  });
  exchange.dateMs = () => trueMs;
  proxyUrl = await exchange.listen();
  await bench.addWallet(WALLET, 'hitbtc', KEYS);
});
afterEach(async () => {
  exchange.close();
  await bench.close();
});

function listRows({ query }: RecordedRequest): object[] {
  const fromMs = Date.parse(query.get('from') ?? '2000-01-01');
  earliestRequestedMs = Math.min(earliestRequestedMs, fromMs);
  const tillMs = Date.parse(query.get('till') ?? '3000-01-01');
  return rowTimes
    .filter((timeMs) => timeMs <= trueMs && timeMs >= fromMs && timeMs <= tillMs)
    .toReversed()
    .map((timeMs) => ({
      id: String(timeMs),
      created_at: new Date(timeMs).toISOString(),
      updated_at: new Date(timeMs).toISOString(),
      status: 'SUCCESS',
      type: 'DEPOSIT',
      subtype: 'BLOCKCHAIN',
      native: { tx_id: `t${timeMs}`, currency: 'BTC', amount: '0.1', hash: `h${timeMs}` },
    }));
}

function machineMs(): number {
  return trueMs + offsetMs;
}

function options(signal: AbortSignal): SyncWorkerOptions {
  const clock = { nowMs: machineMs, elapsedMs: () => trueMs, sleep: () => Promise.resolve() };
  const directory = createExchangeDirectory({ proxyUrl, throttle: false, clock, signal });
  return { ...bench.workerOptions(signal), directory, nowMs: machineMs };
}

/** Runs a worker until it has synchronised the wallet. */
async function runWorker(): Promise<void> {
  const stop = new AbortController();
  const logger = {
    debug: () => undefined,
    info: (_fields: object, message: string) => {
      if (message === 'wallet synchronised') stop.abort();
    },
    warn: () => undefined,
    error: () => undefined,
  };
  const limit = setTimeout(() => stop.abort(new Error('no wallet was due')), 5000);
  await runSyncWorker({ ...options(stop.signal), logger });
  clearTimeout(limit);
}

async function listTimes(): Promise<number[]> {
  const rows = await bench.readAll(WALLET);
  return rows.map(({ timestampMs }) => timestampMs).toSorted((a, b) => a - b);
}

function passDays(count: number): void {
  for (let day = 0; day < count; day += 1) {
    trueMs += DAY_MS;
    rowTimes.push(trueMs - HOUR_MS);
  }
}

it.each(OFFSETS)(
  'synchronises immediately after a clock that was %s is corrected',
  async (_name, wrongMs) => {
    offsetMs = wrongMs;
    await syncWallets(options(new AbortController().signal), [WALLET]);
    offsetMs = 0;
    trueMs += 60_000;
    await runWorker();
    const { lastSyncAtMs, nextRunAtMs } = await bench.store.readSyncState(WALLET);
    expect(lastSyncAtMs).toBe(trueMs);
    expect(nextRunAtMs! - trueMs).toBeLessThanOrEqual(66_000);
  },
);

describe.each(OFFSETS)('a clock that is %s', (_name, wrongMs) => {
  it.each([
    ['sends a `date` header', true],
    ['sends no `date` header', false],
  ])('loses no row after it is corrected, at an exchange that %s', async (_exchange, isDated) => {
    if (!isDated) exchange.dateMs = null;
    offsetMs = wrongMs;
    await syncWallets(options(new AbortController().signal), [WALLET]);
    // A killed worker with the wrong clock leaves its lease.
    await bench.store.claimWallet({
      nowMs: machineMs(),
      untilMs: machineMs() + 10_000,
      walletId: WALLET,
    });
    offsetMs = 0;
    passDays(5);
    await runWorker();
    expect(await listTimes()).toEqual(rowTimes);
    passDays(5);
    await runWorker();
    expect(await listTimes()).toEqual(rowTimes);
    const coverage = await bench.store.listCoverage(WALLET);
    expect(coverage.filter(({ toMs }) => toMs > trueMs)).toEqual([]);
    const state = await bench.store.readSyncState(WALLET);
    expect(state.historyComplete).toBe(true);
  });
});

it('reads new rows immediately after a clock that was half an hour ahead is corrected', async () => {
  // Then the exchange's time is taken from this machine's clock, and so is the end of the coverage.
  exchange.dateMs = null;
  offsetMs = HOUR_MS / 2;
  await syncWallets(options(new AbortController().signal), [WALLET]);
  offsetMs = 0;
  trueMs += 60_000;
  rowTimes.push(trueMs - 1000);
  await syncWallets(options(new AbortController().signal), [WALLET]);
  expect(await listTimes()).toEqual(rowTimes);
});

it('re-reads only the time since the last reading under a correct clock', async () => {
  exchange.dateMs = null;
  await syncWallets(options(new AbortController().signal), [WALLET]);
  offsetMs = 10 * YEAR_MS;
  await syncWallets(options(new AbortController().signal), [WALLET]);
  offsetMs = 0;
  const correctMs = trueMs;
  passDays(5);
  earliestRequestedMs = Infinity;
  await runWorker();
  expect(await listTimes()).toEqual(rowTimes);
  expect(correctMs - earliestRequestedMs).toBeLessThan(7 * DAY_MS);
});
