import { expect, it } from 'vitest';

import { Random } from '../../simulator/random.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { disturbHistory } from './disturb-history.ts';
import { SyncBench, TESTED_EXCHANGES } from './harness.ts';

/** Histories for each exchange; a long run sets more. A failure is repeated by its seed alone. */
const HISTORY_COUNT = Number(process.env['TELLER_TEST_HISTORIES'] ?? '4');
const FIRST_SEED = Number(process.env['TELLER_TEST_FIRST_SEED'] ?? '1');
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** The shortest overlap of the exchanges' sources: later than that nothing appears. */
const OVERLAP_MS = 3 * DAY_MS;
const ALWAYS_MS = 100_000 * DAY_MS;
const cases = TESTED_EXCHANGES.flatMap((exchange) =>
  Array.from({ length: HISTORY_COUNT }, (_, index) => ({ exchange, seed: FIRST_SEED + index })),
);

it.each(cases)(
  'ends equal to the truth of $exchange, whatever stopped it: seed $seed',
  async ({ exchange, seed }) => {
    const random = new Random(`histories ${exchange} ${seed}`);
    // What only a list that reaches back a limited time tells depends on when it was first read.
    const bench = await new SyncBench(ALWAYS_MS).open();
    try {
      const options = {
        seed,
        count: random.integer(0, 300),
        burst: random.pick([0, 0, 700, 1300]),
        equalTimes: random.integer(0, 30),
        // Bybit moves the time of a deposit that settles, and the earliest that was read stays.
        pending: exchange === 'bybit' ? 0 : random.integer(0, 12),
        settleAfterMs: random.pick([60_000, 3_600_000, 2 * DAY_MS]),
        // A short one has many rows in the days that are read while rows arrive and change.
        fromMs: bench.clock.now() - random.pick([4 * YEAR_MS, 20 * DAY_MS]),
      };
      const nowMs = bench.clock.now();
      const history = await bench.add(exchange, options, {
        change: (made) => disturbHistory(made, { random, nowMs, reachMs: OVERLAP_MS }),
      });
      // New rows appear and others change while pages are walked.
      bench.simulator.onRequest(() => bench.passTime(random.pick([0, 0, 50, 60_000])));
      const walletId = `wallet_${exchange}`;
      for (let step = 0; step < 4; step += 1) {
        await interruptSync(bench, walletId, random.integer(1, 40));
        const passedMs = random.pick([1000, 3_600_000, DAY_MS, 5 * DAY_MS]);
        bench.passTime(passedMs);
      }
      // Every row is due again after a day, and a row that was read is due once more then.
      for (let day = 0; day < 3; day += 1) {
        bench.passTime(DAY_MS);
        expect(await bench.sync(walletId)).toMatchObject({ ok: true });
      }
      const { wanted, held } = await bench.compare(walletId, history);
      expect(held).toEqual(wanted);
    } finally {
      await bench.close();
    }
  },
  60_000,
);

/** Synchronises until the nth request, which ends it in the middle. */
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
