import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { EXCHANGE_NAMES, type ExchangeName } from '../../simulator/catalogue.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { EARLY_MS, KEYS, SyncBench } from './harness.ts';

const POWERFUL = { withdraw: true, trade: true };

let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench({ startMs: EARLY_MS }).open();
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

    it('stops before it reads anything with a key that was stored unchecked and may do more', async () => {
      await bench.add(exchange, { count: 1 }, { permissions: POWERFUL, rightsUnchecked: true });
      for (let run = 0; run < 2; run += 1) {
        expect(await bench.sync(`wallet_${exchange}`)).toMatchObject({
          transactionCount: 0,
          failure: {
            code: 'credentials_too_powerful',
            message: expect.stringMatching(/the key may withdraw and trade/),
          },
        });
      }
      const { lastSyncAtMs, nextRunAtMs } = await bench.store.readSyncState(`wallet_${exchange}`);
      expect([lastSyncAtMs, nextRunAtMs]).toEqual([null, null]);
    });
  },
);

const PERMISSIONS = { path: /apiRestrictions|GetApiKeyInfo/ };

describe('the rights of a key that was stored unchecked', () => {
  it('are checked once', async () => {
    await bench.add('binance', { count: 1 }, { rightsUnchecked: true });
    expect(await countPermissionRequests('binance')).toBe(1);
    expect(await countPermissionRequests('binance')).toBe(0);
  });

  it('are checked later if the exchange does not respond, and do not stop the wallet meanwhile', async () => {
    await bench.add('binance', { count: 1 }, { permissions: POWERFUL, rightsUnchecked: true });
    bench.simulator.faults.add({ ...PERMISSIONS, fault: { kind: 'reset' }, times: Infinity });
    expect(await bench.sync('wallet_binance')).toMatchObject({ ok: true });
    bench.simulator.faults.clear();
    expect(await bench.sync('wallet_binance')).toMatchObject({
      failure: { code: 'credentials_too_powerful' },
    });
  });

  it('are checked later if the exchange refuses the key, and nothing is read with it before', async () => {
    await bench.add('binance', { count: 1 }, { permissions: POWERFUL, rightsUnchecked: true });
    const body = '{"code":-2008,"msg":"Invalid Api-Key ID."}';
    const fault = { kind: 'status', status: 400, body } as const;
    bench.simulator.faults.add({ ...PERMISSIONS, fault, times: Infinity });
    expect(await bench.sync('wallet_binance')).toMatchObject({
      transactionCount: 0,
      failure: { code: 'exchange_key_refused' },
    });
    bench.simulator.faults.clear();
    expect(await bench.sync('wallet_binance')).toMatchObject({
      failure: { code: 'credentials_too_powerful' },
    });
  });

  it('remain unknown if the key may not read them', async () => {
    await bench.add('kraken', { count: 1 }, { permissions: POWERFUL, rightsUnchecked: true });
    const body = '{"error":["EGeneral:Permission denied"]}';
    const fault = { kind: 'status', status: 200, body } as const;
    bench.simulator.faults.add({ ...PERMISSIONS, fault, times: Infinity });
    expect(await countPermissionRequests('kraken')).toBe(1);
    expect(await countPermissionRequests('kraken')).toBe(0);
  });

  it('stop a wallet of Bybit whose key belongs to a sub-account, before anything is read', async () => {
    await bench.add('bybit', { count: 1 }, { isSubAccount: true, rightsUnchecked: true });
    for (let run = 0; run < 2; run += 1) {
      expect(await bench.sync('wallet_bybit')).toMatchObject({
        transactionCount: 0,
        failure: {
          code: 'exchange_key_refused',
          message: expect.stringContaining('only a key of the main account can read withdrawals'),
        },
      });
    }
    expect((await bench.store.readSyncState('wallet_bybit')).nextRunAtMs).toBeNull();
    const paths = bench.simulator.requests.entries.map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set(['/v5/market/time', '/v5/user/query-api']));
  });

  it('are not checked if the operator allows every key', async () => {
    await bench.add('binance', { count: 1 }, { permissions: POWERFUL });
    expect(await countPermissionRequests('binance')).toBe(0);
  });
});

/** Synchronises the wallet. Returns the number of requests for the rights of its key. */
async function countPermissionRequests(exchange: ExchangeName): Promise<number> {
  let count = 0;
  const stop = bench.simulator.onRequest(({ path }) => {
    if (PERMISSIONS.path.test(path)) count += 1;
  });
  expect(await bench.sync(`wallet_${exchange}`)).toMatchObject({ ok: true });
  stop();
  return count;
}
