import {
  EXCHANGE_NAMES,
  type ExchangeName,
  type HistoryOptionsOf,
} from '../../simulator/catalogue.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { Fault, FaultRule } from '../../simulator/faults.ts';
import { Random } from '../../simulator/random.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { HISTORY_SEEDS } from '../random-cases.ts';
import { disturbHistory } from './disturb-history.ts';
import { EARLY_MS, SyncBench } from '../sync/harness.ts';
import { STEPS_MS } from './step-clock.ts';

const YEAR_MS = 365 * DAY_MS;
/** The shortest overlap of the exchanges' sources; no row appears later. */
const OVERLAP_MS = 3 * DAY_MS;
const ALWAYS_MS = 100_000 * DAY_MS;

/**
 * Histories that were wrong once: an exchange that does not report its time, a ledger that ends long before, and an account
 * that never had a balance.
 */
const KNOWN: readonly HistorySeed[] = [
  { exchange: 'kraken', seed: 1075 },
  { exchange: 'kucoin', seed: 1144 },
  { exchange: 'coinbase', seed: 5285 },
];

/** Cases for `it.for`. */
export function listHistories(): readonly HistorySeed[] {
  const drawn = EXCHANGE_NAMES.flatMap((exchange) =>
    HISTORY_SEEDS.map((seed) => ({ exchange, seed })),
  );
  return [...KNOWN, ...drawn];
}

/** An exchange, and the seed of its history. */
export interface HistorySeed {
  readonly exchange: ExchangeName;
  readonly seed: number;
}

/** What happens at a request of a run, counted from 1. */
export interface Disturbance {
  readonly run: number;
  readonly request: number;
  /** The process stops, the clock of this machine has an error, or the exchange fails. */
  readonly what: 'stop' | { readonly clockErrorMs: number } | Pick<FaultRule, 'fault' | 'times'>;
}

const RUNS = 4;
const FAULTS: readonly Fault[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, retryAfterSeconds: 2 },
  { kind: 'html' },
  { kind: 'truncated-json' },
  { kind: 'reset' },
];
/** A client retries a few times, and then the source fails. */
const FAULT_TIMES = [1, 3, 12];

/** Returns the disturbances of a history. */
export function drawDisturbances(exchange: ExchangeName, seed: number): readonly Disturbance[] {
  const random = new Random(`disturbances ${exchange} ${seed}`);
  return Array.from({ length: RUNS }, (_, run): readonly Disturbance[] => [
    ...Array.from({ length: random.integer(0, 4) }, () => ({
      run,
      request: random.integer(1, 40),
      what: random.pick([
        { fault: random.pick(FAULTS), times: random.pick(FAULT_TIMES) },
        { clockErrorMs: random.pick([0, ...STEPS_MS]) },
      ]),
    })),
    { run, request: random.integer(1, 40), what: 'stop' },
  ]).flat();
}

/** Synchronises a disturbed history, and returns how the stored rows differ from it. */
export async function followHistory(
  exchange: ExchangeName,
  seed: number,
  disturbances: readonly Disturbance[],
): Promise<readonly string[]> {
  const random = new Random(`histories ${exchange} ${seed}`);
  const vanishing = new Random(`vanishing ${exchange} ${seed}`);
  // A list with a limited period returns different rows depending on when it is first read.
  const options = { startMs: EARLY_MS, krakenStatusReachMs: ALWAYS_MS };
  await using bench = await new SyncBench(options).open();
  const nowMs = bench.clock.now();
  const history = await bench.add(exchange, drawOptions(exchange, seed, random), {
    change: (made) => disturbHistory(made, { random, vanishing, nowMs, reachMs: OVERLAP_MS }),
  });
  // Rows appear and change while pages are read.
  bench.simulator.onRequest(() => bench.passTime(random.pick([0, 0, 50, 60_000])));
  const walletId = `wallet_${exchange}`;
  for (let run = 0; run < RUNS; run += 1) {
    await disturbSync(
      bench,
      walletId,
      disturbances.filter((each) => each.run === run),
    );
    bench.passTime(random.pick([1000, 3_600_000, DAY_MS, 5 * DAY_MS]));
  }
  // Every row is rechecked after a day, and rows that were then read once more.
  for (let day = 0; day < 3; day += 1) {
    bench.passTime(DAY_MS);
    const { failure } = await bench.sync(walletId);
    if (failure !== undefined) throw new Error(failure.message);
  }
  return await bench.compare(walletId, history);
}

function drawOptions(
  exchange: ExchangeName,
  seed: number,
  random: Random,
): Partial<HistoryOptionsOf<ExchangeName>> {
  return {
    seed,
    count: random.integer(0, 300),
    burst: random.pick([0, 0, 700, 1300]),
    equalTimes: random.integer(0, 30),
    // Bybit changes the time of a deposit that settles, and the earliest time that was read remains.
    pending: exchange === 'bybit' ? 0 : random.integer(0, 12),
    settleAfterMs: random.pick([60_000, 3_600_000, 2 * DAY_MS]),
    // A short history has many rows in the days during which rows arrive and change.
    fromMs: Math.max(EARLY_MS - random.pick([4 * YEAR_MS, 20 * DAY_MS]), openedAtMs(exchange)),
  };
}

/** Returns the time (Unix ms) from which every required list has rows. */
export function openedAtMs(exchange: ExchangeName): number {
  const { sources } = requireExchange(exchange);
  return Math.max(...sources.filter(({ optional }) => !optional).map(({ startMs }) => startMs));
}

/** Synchronises with disturbances. The clock is right afterwards. */
async function disturbSync(
  bench: SyncBench,
  walletId: string,
  disturbances: readonly Disturbance[],
): Promise<void> {
  const abort = new AbortController();
  let count = 0;
  const remove = bench.simulator.onRequest(() => {
    count += 1;
    for (const { request, what } of disturbances) {
      if (request !== count) continue;
      if (what === 'stop') abort.abort();
      else if ('clockErrorMs' in what) bench.clockErrorMs = what.clockErrorMs;
      else bench.simulator.faults.add(what);
    }
  });
  await syncWallets(bench.workerOptions(abort.signal), [walletId]);
  remove();
  bench.clockErrorMs = 0;
  bench.simulator.faults.clear();
}
