/** A service with a synchronisation and a webhook, at three times its capacity, and for a time at half of it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { medianOf } from '../../bench/figures.ts';
import { type LoadResult, runLoad } from '../../bench/load.ts';
import { generateBinanceHistory } from '../../simulator/binance/history.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { shareScratch } from '../cli/scratch.ts';
import { LISTING } from '../http/samples.ts';
import { startLiveExchanges, variablesOf } from '../live-exchanges.ts';
import { recordFigures } from '../prove/figures.ts';
import { LOAD_SECONDS } from '../random-cases.ts';
import { ask } from '../store/nodes.ts';
import { KEYS } from '../sync/harness.ts';
import {
  addWallet,
  askTeller,
  createTenant,
  headersOf,
  startService,
  type TellerService,
} from '../teller.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

const MEASURED_SECONDS = 2;
const BUSY_CONNECTIONS = 16;
const OVERLOAD_CONNECTIONS = 200;
const OVERLOAD_SECONDS = Math.min(LOAD_SECONDS, 60);
const OVERLOAD_FACTOR = 3;
const RECOVERY_MS_MAX = 5000;
/** Successes in a row that count as normal. */
const NORMAL_REQUESTS = 20;
/** Times that the state of the process is read in a load. */
const SAMPLES = 40;
/** Growth of a process that is not a leak: caches and the memory that V8 keeps. */
const GROWTH_BYTES_MAX = 64 * 1024 * 1024;
const DESCRIPTORS_MAX = 16;
/** SQLite writes the log back at 4 MB; a reader may delay that. */
const LOG_BYTES_MAX = 64 * 1024 * 1024;

const scratch = shareScratch();
let simulator: Simulator;
let receiver: Receiver;
let service: TellerService;
let headers: Record<string, string>;
let urls: readonly string[];
let capacity: number;

beforeAll(async () => {
  receiver = await startReceiver();
  const startMs = Date.now();
  simulator = await startLiveExchanges();
  // Some rows exist, and one appears every second.
  const toMs = startMs + LOAD_SECONDS * 2000 + 60 * MINUTE_MS;
  const fromMs = startMs - MINUTE_MS;
  const count = Math.round((toMs - 30 * MINUTE_MS - fromMs) / 1000);
  const history = generateBinanceHistory({ seed: 'load', fromMs, toMs, count, pending: 0 });
  simulator.addAccount('binance', { credentials: KEYS.binance, history });
  const variables = {
    ...scratch.variables,
    TELLER_RATE_LIMIT: '0',
    ...variablesOf(simulator),
    TELLER_SYNC_INTERVAL_SECONDS: '1',
    TELLER_WEBHOOK_ALLOW: 'http,private',
    TELLER_LOG_LEVEL: 'warn',
  };
  const tenant = await createTenant(variables);
  const walletId = await addWallet(tenant, 'binance', KEYS.binance, variables);
  headers = headersOf(tenant, walletId);
  const events = 'wallet.synced,transaction.created';
  const webhook = [
    'webhook',
    'add',
    '--project',
    tenant.projectId,
    '--events',
    events,
    receiver.url,
  ];
  await askTeller(webhook, variables);
  service = await startService(variables, []);
  await vi.waitUntil(async () => (await read()).status === 200, { timeout: 60_000 });
  // So many different pages that the response cache does not answer all.
  urls = Array.from({ length: 500 }, (_, page) => `${service.url}${LISTING}?limit=50&page=${page}`);
  capacity = countSuccesses(await load(BUSY_CONNECTIONS, MEASURED_SECONDS)) / MEASURED_SECONDS;
}, 120_000);
afterAll(async () => {
  await service.stop();
  await simulator.close();
  await receiver.close();
});

const read = () => ask(service.url, LISTING, headers);

function load(connections: number, seconds: number, rate?: number): Promise<LoadResult> {
  return runLoad({ urls, headers, connections, seconds, ...(rate !== undefined && { rate }) });
}

const countSuccesses = (result: LoadResult): number => result['2xx'];

it(
  'answers 200, 429 or 503 at three times its capacity, and is normal within 5 s',
  async ({ task }) => {
    const result = await load(
      OVERLOAD_CONNECTIONS,
      OVERLOAD_SECONDS,
      Math.ceil(OVERLOAD_FACTOR * capacity),
    );
    const startedAtMs = performance.now();
    for (let normal = 0; normal < NORMAL_REQUESTS;) {
      normal = (await read()).status === 200 ? normal + 1 : 0;
    }
    const recoveredMs = performance.now() - startedAtMs;

    expect(
      Object.keys(result.statusCodeStats).filter((status) => !/200|429|503/.test(status)),
    ).toEqual([]);
    expect(result.errors).toBe(0);
    expect(countSuccesses(result)).toBeGreaterThan(0);
    expect(recoveredMs).toBeLessThan(RECOVERY_MS_MAX);
    recordFigures(task, {
      counts: {
        'seconds of overload': OVERLOAD_SECONDS,
        'responses in overload': countSuccesses(result) + result.non2xx,
      },
      maxima: { 'ms until it was normal': recoveredMs },
    });
  },
  (OVERLOAD_SECONDS + 60) * 1000,
);

/** The state of the process of the service. */
interface Sample {
  readonly memoryBytes: number;
  readonly descriptors: number;
  readonly logBytes: number;
}

it(
  'keeps its memory, descriptors and log at half of its capacity',
  async ({ task }) => {
    const before = receiver.messages.length;
    const running = load(BUSY_CONNECTIONS, LOAD_SECONDS, Math.ceil(capacity / 2));
    const samples: Sample[] = [];
    // In a short run, the connections may open after the first samples, and look like growth.
    const idle = takeSample().descriptors;
    await vi.waitUntil(() => takeSample().descriptors >= idle + BUSY_CONNECTIONS, {
      timeout: 10_000,
    });
    for (let taken = 0; taken < SAMPLES; taken += 1) {
      await sleep((LOAD_SECONDS * 1000) / SAMPLES);
      samples.push(takeSample());
    }
    const result = await running;

    expect(result.errors + result.non2xx).toBe(0);
    const quarter = SAMPLES / 4;
    const growth = (pick: (sample: Sample) => number): number =>
      medianOf(samples.slice(-quarter).map(pick)) -
      medianOf(samples.slice(quarter, 2 * quarter).map(pick));
    const memoryGrowth = growth(({ memoryBytes }) => memoryBytes);
    const descriptorGrowth = growth(({ descriptors }) => descriptors);
    const largestLog = Math.max(...samples.map(({ logBytes }) => logBytes));
    expect(memoryGrowth).toBeLessThan(GROWTH_BYTES_MAX);
    expect(descriptorGrowth).toBeLessThan(DESCRIPTORS_MAX);
    expect(largestLog).toBeLessThan(LOG_BYTES_MAX);
    // Synchronisation and deliveries continue.
    await expect.poll(() => receiver.messages.length).toBeGreaterThan(before);
    recordFigures(task, {
      counts: {
        'seconds at half of the capacity': LOAD_SECONDS,
        responses: countSuccesses(result),
        webhooks: receiver.messages.length - before,
      },
      maxima: {
        'MB of memory': Math.max(...samples.map(({ memoryBytes }) => memoryBytes)) / 2 ** 20,
        'MB of growth': memoryGrowth / 2 ** 20,
        'more descriptors': descriptorGrowth,
        'MB of the log': largestLog / 2 ** 20,
      },
    });
  },
  (LOAD_SECONDS + 60) * 1000,
);

function takeSample(): Sample {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  const log = `${scratch.variables['TELLER_DATABASE_URL']}-wal`;
  return {
    memoryBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024,
    descriptors: readdirSync(`/proc/${service.pid}/fd`).length,
    logBytes: existsSync(log) ? statSync(log).size : 0,
  };
}
