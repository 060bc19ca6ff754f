/** Exchanges that refuse the time of a request, because their clock and the one that signs differ. */
import { expect, it } from 'vitest';

import { EXCHANGE_NAMES } from '../../simulator/catalogue.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { EARLY_MS, SyncBench } from '../sync/harness.ts';

/** Kraken numbers its requests; a refused number is another test's. */
const DATED = EXCHANGE_NAMES.filter((exchange) => exchange !== 'kraken');

it.each(DATED)(
  '%s: a refused time is a transient error, and the next run succeeds',
  async (exchange) => {
    await using bench = await new SyncBench({ startMs: EARLY_MS }).open();
    const walletId = `wallet_${exchange}`;
    await bench.add(exchange, { count: 5 });
    let requests = 0;
    const remove = bench.simulator.onRequest(() => {
      requests += 1;
      // The first response is the exchange's time.
      if (requests === 2) bench.clock.advance(2 * DAY_MS);
    });
    const { failure } = await bench.sync(walletId);
    remove();
    expect(failure).toMatchObject({
      code: 'exchange_clock',
      message: expect.stringContaining('Check the time of this machine'),
    });
    expect((await bench.store.readSyncState(walletId)).nextRunAtMs).not.toBeNull();
    expect(await bench.sync(walletId)).toMatchObject({ ok: true });
  },
);
