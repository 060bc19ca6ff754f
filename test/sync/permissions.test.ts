import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { EXCHANGE_NAMES } from '../../simulator/catalogue.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { KEYS, SyncBench } from './harness.ts';

let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

describe.each(EXCHANGE_NAMES.filter((name) => requireExchange(name).facts.reportsPermissions))(
  '%s',
  (exchange) => {
    it.each([
      { withdraw: false, trade: false },
      { withdraw: false, trade: true },
      { withdraw: true, trade: false },
    ])('reports whether a key may withdraw ($withdraw) and trade ($trade)', async (permissions) => {
      await bench.add(exchange, { count: 1 }, { permissions });
      const { directory } = bench.workerOptions();
      const account = await directory.openAccount(exchange, { ...KEYS[exchange] });
      await account.fetchTimeMs();
      expect(await account.readPermissions?.()).toEqual(permissions);
    });
  },
);
