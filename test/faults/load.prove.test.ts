/** A service with a synchronisation and a webhook, at three times its capacity, and for a time at half of it. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { medianOf } from '../../bench/figures.ts';
import { type LoadResult, runLoad } from '../../bench/load.ts';
import { generateBinanceHistory } from '../../simulator/binance/history.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { shareScratch } from '../cli/scratch.ts';
import { writeHeaderLines } from '../http/http-client.ts';
import { LISTING } from '../http/samples.ts';
import { startLiveExchanges, variablesOf } from '../live-exchanges.ts';
import { listTree } from '../process-tree.ts';
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
import type { OpenLoad, OpenLoadResult, OpenLoadSent } from './open-load.ts';

const MEASURED_SECONDS = 2;
const MEASUREMENTS = 3;
const BUSY_CONNECTIONS = 16;
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

const OPEN_LOAD = fileURLToPath(new URL('open-load.ts', import.meta.url));

const scratch = shareScratch();
let simulator: Simulator;
let receiver: Receiver;
let service: TellerService;
let headers: Record<string, string>;
let urls: readonly string[];
let capacity = 0;

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
  // At first the service compiles its code, and loads the history.
  for (let measured = 0; measured < MEASUREMENTS; measured += 1) {
    const successes = countSuccesses(await load(BUSY_CONNECTIONS, MEASURED_SECONDS));
    capacity = Math.max(capacity, successes / MEASURED_SECONDS);
  }
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
  'answers 200, 429 or 503 at three times its capacity, or refuses the connection, and is normal within 5 s',
  async ({ task }) => {
    const lines = sendOpenLoad({
      port: Number(new URL(service.url).port),
      requests: urls.map(writeGet),
      seconds: OVERLOAD_SECONDS,
      rate: OVERLOAD_FACTOR * capacity,
      perSuccess: OVERLOAD_FACTOR,
    });
    const { sent, seconds, successes, failures } = (await lines.next()).value as OpenLoadSent;
    const sentAtMs = performance.now();
    const { statuses, refused, lost, unanswered } = (await lines.next()).value as OpenLoadResult;
    const answeredAtMs = performance.now();
    for (let normal = 0; normal < NORMAL_REQUESTS;) {
      normal = (await read()).status === 200 ? normal + 1 : 0;
    }
    const recoveredMs = performance.now() - answeredAtMs;

    expect(Object.keys(statuses).filter((status) => !/^(?:200|429|503)$/.test(status))).toEqual([]);
    expect({ lost, unanswered }).toEqual({ lost: 0, unanswered: 0 });
    expect(failures).toEqual({});
    expect(successes).toBeGreaterThan(0);
    expect(sent).toBeGreaterThanOrEqual(OVERLOAD_FACTOR * Math.max(capacity * seconds, successes));
    expect(recoveredMs).toBeLessThan(RECOVERY_MS_MAX);
    recordFigures(task, {
      counts: {
        'seconds of overload': OVERLOAD_SECONDS,
        'requests in overload': sent,
        'of them answered with 200': statuses['200'] ?? 0,
        'of them on refused connections': refused,
      },
      maxima: {
        'ms until the last of them was answered': answeredAtMs - sentAtMs,
        'more ms until it was normal': recoveredMs,
      },
    });
  },
  (OVERLOAD_SECONDS + 120) * 1000,
);

/** Returns the bytes of a request. */
function writeGet(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `GET ${pathname}${search} HTTP/1.1\r\n${writeHeaderLines({ host, ...headers })}\r\n`;
}

/** Starts a load in a process of its own, and returns the lines that it prints. */
async function* sendOpenLoad(load: OpenLoad): AsyncGenerator<OpenLoadSent | OpenLoadResult> {
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [OPEN_LOAD], { stdio: [...stdio] });
  child.stdin.end(JSON.stringify(load));
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
}

/** The state of a process. */
interface ProcessState {
  readonly memoryBytes: number;
  readonly descriptors: number;
}

/** The state of the service with its sync worker. */
interface Sample {
  readonly processes: ReadonlyMap<number, ProcessState>;
  readonly logBytes: number;
}

it(
  'keeps the memory and descriptors of its processes, and its log, at half of its capacity',
  async ({ task }) => {
    const before = receiver.messages.length;
    const pids = listTree(service.pid);
    // The sync worker, which also delivers webhooks, is a child.
    expect(pids).toHaveLength(2);
    const running = load(BUSY_CONNECTIONS, LOAD_SECONDS, Math.ceil(capacity / 2));
    const samples: Sample[] = [];
    // In a short run, the connections may open after the first samples, and look like growth.
    const idle = readProcess(service.pid).descriptors;
    await vi.waitUntil(() => readProcess(service.pid).descriptors >= idle + BUSY_CONNECTIONS, {
      timeout: 10_000,
    });
    for (let taken = 0; taken < SAMPLES; taken += 1) {
      await sleep((LOAD_SECONDS * 1000) / SAMPLES);
      samples.push(takeSample());
    }
    const result = await running;

    expect(result.errors + result.non2xx).toBe(0);
    // A process that was replaced would hide its growth.
    expect(samples.filter(({ processes }) => !haveSame([...processes.keys()], pids))).toEqual([]);
    const memoryGrowths = pids.map((pid) => growthOf(samples, pid, 'memoryBytes'));
    const descriptorGrowths = pids.map((pid) => growthOf(samples, pid, 'descriptors'));
    const largestLog = Math.max(...samples.map(({ logBytes }) => logBytes));
    expect(Math.max(...memoryGrowths)).toBeLessThan(GROWTH_BYTES_MAX);
    expect(Math.max(...descriptorGrowths)).toBeLessThan(DESCRIPTORS_MAX);
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
        'MB of memory of both processes': Math.max(...samples.map(sumMemory)) / 2 ** 20,
        'MB of growth of one': Math.max(...memoryGrowths) / 2 ** 20,
        'more descriptors of one': Math.max(...descriptorGrowths),
        'MB of the log': largestLog / 2 ** 20,
      },
    });
  },
  (LOAD_SECONDS + 60) * 1000,
);

/** Returns the difference between the medians of the last and the second quarter of the samples. */
function growthOf(samples: readonly Sample[], pid: number, key: keyof ProcessState): number {
  const values = samples.map(({ processes }) => processes.get(pid)![key]);
  const quarter = SAMPLES / 4;
  return medianOf(values.slice(-quarter)) - medianOf(values.slice(quarter, 2 * quarter));
}

function sumMemory({ processes }: Sample): number {
  return [...processes.values()].reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
}

function haveSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}

function takeSample(): Sample {
  const log = `${scratch.variables['TELLER_DATABASE_URL']}-wal`;
  return {
    processes: new Map(listTree(service.pid).map((pid) => [pid, readProcess(pid)])),
    logBytes: existsSync(log) ? statSync(log).size : 0,
  };
}

function readProcess(pid: number): ProcessState {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    memoryBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}
