import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { KEYS, SyncBench } from './harness.ts';

let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

describe.each([
  'binance',
  'bitget',
  'bybit',
  'coinbase',
  'gate',
  'htx',
  'kraken',
  'kucoin',
  'okx',
] as const)('%s', (exchange) => {
  it.each([
    { withdraw: false, trade: false },
    { withdraw: false, trade: true },
    { withdraw: true, trade: false },
  ])(
    'tells of a key whether it may withdraw ($withdraw) and trade ($trade)',
    async (permissions) => {
      await bench.add(exchange, { count: 1 }, { permissions });
      const { directory } = bench.workerOptions();
      const account = await directory.openAccount(exchange, KEYS[exchange], null);
      await account.fetchTimeMs();
      expect(await account.readPermissions?.()).toEqual(permissions);
    },
  );
});
