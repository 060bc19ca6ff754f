import type { ExchangeName } from '../../simulator/catalogue.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { EARLY_MS, SyncBench } from '../sync/harness.ts';

const YEAR_MS = 365 * DAY_MS;
const ALWAYS_MS = 100_000 * DAY_MS;

/** Errors of this machine's clock (ms). */
export const STEPS_MS: readonly number[] = [
  1000,
  -1000,
  5 * MINUTE_MS,
  -5 * MINUTE_MS,
  2 * HOUR_MS,
  -DAY_MS,
  35 * DAY_MS,
  60 * DAY_MS,
  200 * DAY_MS,
  10 * YEAR_MS,
  -10 * YEAR_MS,
];

/** A step of the clock during the first synchronisation of a wallet. */
export interface ClockStep {
  readonly exchange: ExchangeName;
  readonly stepMs: number;
  /** The request, counted from 1, at which the clock steps; 0 before the synchronisation. */
  readonly atRequest: number;
  /** The request at which the clock is right again; by default after the synchronisation. */
  readonly correctedAt?: number | undefined;
}

/** How the rows of the store differ from those of the simulator, and what the store says of the history. */
export interface SteppedHistory {
  readonly differences: readonly string[];
  readonly rows: number;
  readonly total: number;
  readonly historyComplete: boolean;
}

/** Synchronises a wallet while the clock steps, then for three days with the right clock. */
export async function followClockStep(step: ClockStep): Promise<SteppedHistory> {
  const { exchange, stepMs, atRequest, correctedAt = Infinity } = step;
  await using bench = await new SyncBench({
    startMs: EARLY_MS,
    krakenStatusReachMs: ALWAYS_MS,
  }).open();
  bench.nowMs = EARLY_MS;
  const walletId = `wallet_${exchange}`;
  const history = await bench.add(exchange, {
    seed: 'clock',
    count: 60,
    fromMs: EARLY_MS - 150 * DAY_MS,
  });
  let requestCount = 0;
  const setClock = (): void => {
    const isWrong = requestCount >= atRequest && requestCount < correctedAt;
    bench.clockErrorMs = isWrong ? stepMs : 0;
  };
  setClock();
  const remove = bench.simulator.onRequest(() => {
    requestCount += 1;
    setClock();
  });
  await bench.sync(walletId);
  remove();
  bench.clockErrorMs = 0;
  for (let day = 0; day < 3; day += 1) {
    bench.passTime(DAY_MS);
    const { failure } = await bench.sync(walletId);
    if (failure !== undefined) throw new Error(failure.message);
  }
  const { sync, transactionCount } = await bench.store.readWalletStatus(walletId);
  return {
    differences: await bench.compare(walletId, history),
    rows: (await bench.readAll(walletId)).length,
    total: transactionCount,
    historyComplete: sync.historyComplete,
  };
}
