import { afterEach, beforeEach, expect, it } from 'vitest';

import { isOfKraken } from '../../simulator/truth.ts';
import { SyncBench } from './harness.ts';
import { listBalances } from '../store/contract/fixtures.ts';

const WALLET = 'wallet_kraken';
let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

const readNetworks = async () =>
  (await listBalances(bench.store, WALLET)).flatMap(({ networks }) => networks);

it('lists the networks of every asset for a key that can withdraw', async () => {
  await bench.add('kraken', {}, { permissions: { withdraw: true } });
  expect(await bench.sync(WALLET)).toMatchObject({ ok: true });
  const networks = await readNetworks();
  expect(networks.filter(({ assetName }) => assetName === 'USDT').map(({ id }) => id)).toEqual([
    'Ethereum',
    'Tron',
  ]);
  expect(networks.every(({ minWithdrawal }) => minWithdrawal !== null)).toBe(true);
  const balances = await listBalances(bench.store, WALLET);
  expect(balances.some(({ networksUnknown }) => networksUnknown === true)).toBe(false);
});

it('lists the networks of the last 30 days for a key that cannot withdraw', async () => {
  const history = await bench.add('kraken', { count: 3000 });
  expect(await bench.sync(WALLET)).toMatchObject({ ok: true });
  const fromMs = bench.clock.now() - 30 * 86_400_000;
  const used = history.rows.flatMap((row) =>
    isOfKraken(row) &&
    row.source === 'withdrawal' &&
    row.wire.requestedAtMs >= fromMs &&
    row.states.at(-1)?.code === 'Success' &&
    row.states.at(-1)?.property === undefined &&
    !['EUR', 'USD'].includes(row.asset)
      ? [`${row.asset} ${row.wire.network}`]
      : [],
  );
  const reported = (await readNetworks()).map(({ assetName, id }) => `${assetName} ${id}`);
  expect(reported.length).toBeGreaterThan(2);
  expect(reported.toSorted()).toEqual([...new Set(used)].toSorted());
  const balances = await listBalances(bench.store, WALLET);
  const marked = balances.filter(({ networksUnknown }) => networksUnknown === true);
  const fiat = new Set(['EUR', 'USD']);
  expect(marked).toEqual(balances.filter(({ asset }) => !fiat.has(asset)));
});

it('keeps known networks if they are refused for another reason', async () => {
  await bench.add('kraken', {}, { permissions: { withdraw: true } });
  await bench.sync(WALLET);
  const before = await readNetworks();
  const fault = { kind: 'status', status: 404, body: '{}' } as const;
  bench.simulator.faults.add({ fault, path: /WithdrawMethods/, times: Infinity });
  expect(await bench.sync(WALLET)).toMatchObject({
    ok: false,
    failure: { code: 'exchange_request_refused' },
  });
  expect(await readNetworks()).toEqual(before);
});
