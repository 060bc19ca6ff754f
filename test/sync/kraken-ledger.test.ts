/** Entries of Kraken's ledger that are searched after the window of their row. */
import { afterEach, beforeEach, expect, it } from 'vitest';

import { generateHistory } from '../../simulator/catalogue.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { SyncBench } from './harness.ts';

const WALLET = 'wallet_kraken';
let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

it('completes a history with rows without an entry, although the ledger counts entries of all types', async () => {
  const nowMs = bench.clock.now();
  const middleMs = nowMs - 40 * DAY_MS;
  const later = generateHistory('kraken', {
    seed: 'later',
    fromMs: middleMs,
    toMs: nowMs,
    // More than one window contains.
    count: 1500,
  });
  const history = await bench.add(
    'kraken',
    { fromMs: middleMs - 20 * DAY_MS, toMs: middleMs, count: 100, pending: 0 },
    {
      change: (earlier) => ({
        ...earlier,
        rows: [...earlier.rows, ...later.rows],
        balanceChanges: [...earlier.balanceChanges, ...later.balanceChanges],
      }),
    },
  );
  expect(await bench.sync(WALLET)).toMatchObject({ ok: true });
  expect(await bench.compare(WALLET, history)).toEqual([]);
  const { sync } = await bench.store.readWalletStatus(WALLET);
  expect(sync).toMatchObject({ historyComplete: true });
  const types = bench.simulator.requests.matching(/Ledgers$/).map(({ params }) => params['type']);
  expect(types).toEqual(expect.arrayContaining(['deposit', 'withdrawal']));
});
