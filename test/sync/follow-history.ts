import {
  EXCHANGE_NAMES,
  type ExchangeName,
  type HistoryOptionsOf,
} from '../../simulator/catalogue.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { Random } from '../../simulator/random.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { HISTORY_SEEDS } from '../random-cases.ts';
import { disturbHistory } from './disturb-history.ts';
import { EARLY_MS, SyncBench } from './harness.ts';
import { STEPS_MS } from './step-clock.ts';

const YEAR_MS = 365 * DAY_MS;
/** The shortest overlap of the exchanges' sources; no row appears later. */
const OVERLAP_MS = 3 * DAY_MS;
const ALWAYS_MS = 100_000 * DAY_MS;

/** Cases for `it.each`: the histories of every other exchange, so that two files share the work. */
export function listHistories(half: 0 | 1): { exchange: ExchangeName; seed: number }[] {
  const exchanges = EXCHANGE_NAMES.filter((_, index) => index % 2 === half);
  return exchanges.flatMap((exchange) => HISTORY_SEEDS.map((seed) => ({ exchange, seed })));
}

/** Synchronises a disturbed history, and returns the expected and the stored rows. */
export async function followHistory(
  exchange: ExchangeName,
  seed: number,
): Promise<{ wanted: string[]; held: string[] }> {
  const random = new Random(`histories ${exchange} ${seed}`);
  // A list with a limited period returns different rows depending on when it is first read.
  const options = { startMs: EARLY_MS, krakenStatusReachMs: ALWAYS_MS };
  await using bench = await new SyncBench(options).open();
  const nowMs = bench.clock.now();
  const history = await bench.add(exchange, drawOptions(exchange, seed, random), {
    change: (made) => disturbHistory(made, { random, nowMs, reachMs: OVERLAP_MS }),
  });
  // Rows appear and change while pages are read.
  bench.simulator.onRequest(() => bench.passTime(random.pick([0, 0, 50, 60_000])));
  const stopSteps = bench.simulator.onRequest(() => {
    if (random.percent(5)) bench.clockErrorMs = random.pick([0, ...STEPS_MS]);
  });
  const walletId = `wallet_${exchange}`;
  for (let step = 0; step < 4; step += 1) {
    await interruptSync(bench, walletId, random.integer(1, 40));
    bench.passTime(random.pick([1000, 3_600_000, DAY_MS, 5 * DAY_MS]));
  }
  stopSteps();
  bench.clockErrorMs = 0;
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
function openedAtMs(exchange: ExchangeName): number {
  const { sources } = requireExchange(exchange);
  return Math.max(...sources.filter(({ optional }) => !optional).map(({ startMs }) => startMs));
}

/** Synchronises until the nth request, which interrupts it. */
async function interruptSync(bench: SyncBench, walletId: string, requests: number): Promise<void> {
  const abort = new AbortController();
  let count = 0;
  const remove = bench.simulator.onRequest(() => {
    count += 1;
    if (count === requests) abort.abort();
  });
  await syncWallets(bench.workerOptions(abort.signal), [walletId]);
  remove();
}
