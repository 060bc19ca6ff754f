/** A service with a synchronisation and a webhook, at three times its capacity, and for a time at half of it. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

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
/** After the load, a caller comes in each of these intervals. One whose handshake the system has dropped may wait for long. */
const CALLER_MS = 100;
/** Callers in a row that are answered as usual, and the maximum time of each: other tests may run on the machine. */
const NORMAL_CALLERS = 20;
const NORMAL_MS_MAX = 1000;
/** Times that the state of the process is read in a load. */
const SAMPLES = 40;
/** Growth of a process that is not a leak: caches and the memory that V8 keeps. */
const GROWTH_BYTES_MAX = 64 * 1024 * 1024;
const DESCRIPTORS_MAX = 16;
/** SQLite writes the log back at 4 MB; a reader may delay that. */
const LOG_BYTES_MAX = 64 * 1024 * 1024;

/** Rows of the wallet at the start. */
const ROWS = 5_000;
const PAGE_ROWS = 50;

const OPEN_LOAD = fileURLToPath(new URL('open-load.ts', import.meta.url));

const scratch = shareScratch();
let simulator: Simulator;
let receiver: Receiver;
let variables: Record<string, string>;
let headers: Record<string, string>;
let service: TellerService | undefined;
let urls: readonly string[];
let capacity = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  const startMs = Date.now();
  simulator = await startLiveExchanges();
  // One more row appears every second.
  const fromMs = startMs - ROWS * 1000;
  const toMs = startMs + LOAD_SECONDS * 2000 + 60 * MINUTE_MS;
  const count = Math.round((toMs - 30 * MINUTE_MS - fromMs) / 1000);
  const history = generateBinanceHistory({ seed: 'load', fromMs, toMs, count, pending: 0 });
  simulator.addAccount('binance', { credentials: KEYS.binance, history });
  variables = {
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
}, 60_000);
afterEach(async () => {
  await service?.stop();
  service = undefined;
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
});

/** Starts the service, waits for the rows, and measures the capacity. */
async function start(settings: Record<string, string>): Promise<TellerService> {
  const started = await startService({ ...variables, ...settings }, []);
  service = started;
  const last = `${LISTING}?limit=${PAGE_ROWS}&page=${ROWS / PAGE_ROWS - 1}`;
  const isSynchronised = async () => {
    const { status, body } = await ask(started.url, last, headers);
    return status === 200 && JSON.parse(body).transactions.length === PAGE_ROWS;
  };
  await vi.waitUntil(isSynchronised, { timeout: 120_000, interval: 100 });
  urls = Array.from(
    { length: ROWS / PAGE_ROWS },
    (_, page) => `${started.url}${LISTING}?limit=${PAGE_ROWS}&page=${page}`,
  );
  capacity = 0;
  // At first the service compiles its code.
  for (let measured = 0; measured < MEASUREMENTS; measured += 1) {
    const successes = countSuccesses(await load(BUSY_CONNECTIONS, MEASURED_SECONDS));
    capacity = Math.max(capacity, successes / MEASURED_SECONDS);
  }
  return started;
}

function load(connections: number, seconds: number, rate?: number): Promise<LoadResult> {
  return runLoad({ urls, headers, connections, seconds, ...(rate !== undefined && { rate }) });
}

const countSuccesses = (result: LoadResult): number => result['2xx'];

it(
  'answers 200, 429 or 503 at three times its capacity, or refuses the connection, and is normal within 5 s',
  async ({ task }) => {
    // Otherwise the sender takes longer for a request than the service.
    const { url } = await start({ TELLER_CACHE_MEGABYTES: '0' });
    const lines = sendOpenLoad({
      port: Number(new URL(url).port),
      requests: urls.map(writeGet),
      seconds: OVERLOAD_SECONDS,
      rate: OVERLOAD_FACTOR * capacity,
      perSuccess: OVERLOAD_FACTOR,
    });
    const { seconds, successes } = (await lines.next()).value as OpenLoadSent;
    const sentAtMs = performance.now();
    const recovery = measureRecovery(url);
    const result = (await lines.next()).value as OpenLoadResult;
    const answeredMs = performance.now() - sentAtMs;
    const recoveredMs = await recovery;
    const { sent, statuses, refused, lost, unanswered } = result;

    expect(Object.keys(statuses).filter((status) => !/^(?:200|429|503)$/.test(status))).toEqual([]);
    expect({ lost, unanswered }).toEqual({ lost: 0, unanswered: 0 });
    expect(result.failures).toEqual({});
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
        'ms until new callers were answered as usual': recoveredMs,
        'ms until the last caller had its response or was refused': answeredMs,
      },
    });
  },
  (OVERLOAD_SECONDS + 180) * 1000,
);

/** Returns the time until new callers are answered as usual; infinite if they are not soon enough. */
async function measureRecovery(url: string): Promise<number> {
  const callers: Promise<boolean>[] = [];
  while (callers.length < RECOVERY_MS_MAX / CALLER_MS + NORMAL_CALLERS) {
    callers.push(isNormal(url));
    await sleep(CALLER_MS);
  }
  const normal = await Promise.all(callers);
  const first = normal.findIndex((_, at) => {
    const row = normal.slice(at, at + NORMAL_CALLERS);
    return row.length === NORMAL_CALLERS && row.every(Boolean);
  });
  return first < 0 ? Infinity : first * CALLER_MS;
}

/** Returns true if a caller that comes now is answered as usual. */
async function isNormal(url: string): Promise<boolean> {
  const { status, tookMs } = await ask(url, LISTING, headers);
  return status === 200 && tookMs < NORMAL_MS_MAX;
}

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
    const { pid } = await start({});
    const before = receiver.messages.length;
    const pids = listTree(pid);
    // The sync worker, which also delivers webhooks, is a child.
    expect(pids).toHaveLength(2);
    const running = load(BUSY_CONNECTIONS, LOAD_SECONDS, Math.ceil(capacity / 2));
    const samples: Sample[] = [];
    // In a short run, the connections may open after the first samples, and look like growth.
    const idle = readProcess(pid).descriptors;
    await vi.waitUntil(() => readProcess(pid).descriptors >= idle + BUSY_CONNECTIONS, {
      timeout: 10_000,
    });
    for (let taken = 0; taken < SAMPLES; taken += 1) {
      await sleep((LOAD_SECONDS * 1000) / SAMPLES);
      samples.push(takeSample(pid));
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
  (LOAD_SECONDS + 180) * 1000,
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

function takeSample(service: number): Sample {
  const log = `${scratch.variables['TELLER_DATABASE_URL']}-wal`;
  return {
    processes: new Map(listTree(service).map((pid) => [pid, readProcess(pid)])),
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
