/** A run whose only clock is this machine's. */
import { expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { ExchangeError } from '../../src/exchanges/exchange.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { EMPTY, openAccount, WALLET } from './answered-windows.ts';

it('keeps what is covered if the clock is behind while the exchange does not respond', async () => {
  let hasResponded = true;
  const { bench, withAccount } = await openAccount(() => {
    if (!hasResponded) throw new ExchangeError('exchange_unavailable', 'no response');
    return EMPTY;
  });
  await using _bench = bench;
  const options = withAccount();
  const directory = {
    ...options.directory,
    openAccount: async (...args: Parameters<typeof options.directory.openAccount>) =>
      Object.assign(await options.directory.openAccount(...args), {
        hasResponded: () => hasResponded,
      }),
  };
  const sync = () => syncWallets({ ...options, directory }, [WALLET]);
  await sync();
  bench.passTime(5 * DAY_MS);
  await sync();
  const before = await bench.store.listCoverage(WALLET);
  bench.nowMs -= 5 * HOUR_MS;
  hasResponded = false;
  expect(await sync()).toMatchObject([{ ok: false }]);
  expect(await bench.store.listCoverage(WALLET)).toEqual(before);
  hasResponded = true;
  await sync();
  expect(await bench.store.listCoverage(WALLET)).not.toEqual(before);
});
