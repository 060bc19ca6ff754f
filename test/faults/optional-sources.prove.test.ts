import { afterEach, beforeEach, expect, it } from 'vitest';

import { EXCHANGE_NAMES, SIMULATIONS } from '../../simulator/catalogue.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { SyncBench } from '../sync/harness.ts';

let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

/** Sources of records in the optional lists of exchanges. */
const OPTIONAL = new Set(['dividend', 'ledger', 'transfer']);

it.each(EXCHANGE_NAMES.filter((name) => SIMULATIONS[name].optionalPaths !== null))(
  '%s: a wallet is complete without transfers and rewards that the exchange does not serve',
  async (exchange) => {
    const path = SIMULATIONS[exchange].optionalPaths!;
    const walletId = `wallet_${exchange}`;
    const history = await bench.add(exchange);
    const fault = { kind: 'status', status: 404, body: '{}' } as const;
    bench.simulator.faults.add({ fault, path, times: Infinity });
    expect(await bench.sync(walletId)).toMatchObject({ ok: true });
    const rows = history.rows.filter(({ source }) => !OPTIONAL.has(source));
    expect(rows.length).toBeLessThan(history.rows.length);
    expect(await bench.compare(walletId, { ...history, rows })).toEqual([]);
    const { sync } = await bench.store.readWalletStatus(walletId);
    expect(sync).toMatchObject({ historyComplete: true, failure: null });
    // When they are served again, they are read.
    bench.simulator.faults.clear();
    expect(await bench.sync(walletId)).toMatchObject({ ok: true });
    expect(await bench.compare(walletId, history)).toEqual([]);
  },
);

it.each([
  ['binance', 503, '{}'],
  ['bitget', 400, '{"code":"40015","msg":"System is abnormal, please try again later"}'],
  ['bitget', 400, '{"code":"40010","msg":"Request timed out","data":null}'],
  ['bitget', 400, '{"code":"40200","msg":"Server upgrade, please try again later","data":null}'],
  ['bitget', 400, '{"code":"40725","msg":"service return an error","data":null}'],
  ['bitget', 400, '{"code":"40910","msg":"Operation timed out","data":null}'],
  ['bitget', 400, '{"code":"43059","msg":"Request failed, please try again","data":null}'],
  ['bitget', 400, '{"code":"45001","msg":"Unknown error","data":null}'],
  ['bybit', 200, '{"retCode":5004,"retMsg":"Server Timeout","result":null}'],
  ['bybit', 200, '{"retCode":429,"retMsg":"The trading service has a high server load."}'],
  ['bybit', 200, '{"retCode":10000,"retMsg":"Server Timeout","result":{}}'],
  ['bybit', 200, '{"retCode":10016,"retMsg":"System error. Please try again later."}'],
  ['bybit', 200, '{"retCode":170032,"retMsg":"Network error. Please try again later"}'],
  ['bybit', 200, '{"retCode":131001,"retMsg":"openapi svc error","result":{}}'],
  ['bybit', 200, '{"retCode":131003,"retMsg":"Internal error","result":{}}'],
  ['bybit', 200, '{"retCode":131200,"retMsg":"Service error","result":{}}'],
  ['bybit', 200, '{"retCode":131201,"retMsg":"Internal error","result":{}}'],
  ['bybit', 200, '{"retCode":131230,"retMsg":"The system is busy, please try again later"}'],
  ['cryptocom', 400, '{"id":-1,"code":50001,"message":"ERR_INTERNAL"}'],
  ['kucoin', 200, '{"code":"408000","msg":"Network timeout, please try again later"}'],
  ['okx', 200, '{"code":"50009","msg":"Account is frozen due to stop-out."}'],
  [
    'okx',
    200,
    '{"code":"50019","msg":"Account frozen due to auto-deleveraging. Please try again later."}',
  ],
  [
    'okx',
    200,
    '{"code":"50022","msg":"Account frozen due to liquidation. Please try again later."}',
  ],
  ['okx', 200, '{"code":"50046","msg":"This feature is temporarily unavailable."}'],
  ['okx', 200, '{"code":"58007","msg":"Abnormal Assets interface. Please try again later"}'],
] as const)(
  '%s: a wallet is not complete while an optional list fails with the transient error %i %s',
  async (exchange, status, body) => {
    await bench.add(exchange, { count: 20 });
    const path = SIMULATIONS[exchange].optionalPaths!;
    bench.simulator.faults.add({ fault: { kind: 'status', status, body }, path, times: Infinity });
    const failure = { code: 'exchange_unavailable' };
    expect(await bench.sync(`wallet_${exchange}`)).toMatchObject({ ok: false, failure });
    const { sync } = await bench.store.readWalletStatus(`wallet_${exchange}`);
    expect(sync).toMatchObject({ historyComplete: false });
  },
);

it.each([
  [404, '{"code":"404","msg":"Not Found"}'],
  [403, '{"code":"50120","msg":"This API key doesn\'t have permission to use this function"}'],
])('okx: a wallet is complete without fiat orders after %i %s', async (status, body) => {
  const history = await bench.add('okx', { count: 60 });
  const fault = { kind: 'status', status, body } as const;
  bench.simulator.faults.add({ fault, path: /order-history/, times: Infinity });
  expect(await bench.sync('wallet_okx')).toMatchObject({ ok: true });
  const rows = history.rows.filter(({ asset, source }) => asset !== 'EUR' || source === 'ledger');
  expect(rows.length).toBeLessThan(history.rows.length);
  expect(await bench.compare('wallet_okx', { ...history, rows })).toEqual([]);
  const { sync } = await bench.store.readWalletStatus('wallet_okx');
  expect(sync).toMatchObject({ historyComplete: true, failure: null });
});

it('kucoin: a wallet is complete without the lists of the first platform, which are requested once', async () => {
  const history = await bench.add('kucoin', { count: 60 });
  const path = /hist-(deposits|withdrawals)/;
  const fault = { kind: 'status', status: 404, body: '{}' } as const;
  bench.simulator.faults.add({ fault, path, times: Infinity });
  expect(await bench.sync('wallet_kucoin')).toMatchObject({ ok: true });
  expect(await bench.compare('wallet_kucoin', history)).toEqual([]);
  const { sync } = await bench.store.readWalletStatus('wallet_kucoin');
  expect(sync).toMatchObject({ historyComplete: true, failure: null });
  expect(bench.simulator.requests.matching(path)).toHaveLength(2);
});

it.each([/user_transactions/, /withdrawal-requests/, /crypto-transactions/])(
  'bitstamp: one response 404 of %s loses no row and lists none twice',
  async (path) => {
    const history = await bench.add('bitstamp', { count: 60 });
    bench.simulator.faults.add({ fault: { kind: 'status', status: 404, body: '{}' }, path });
    expect(await bench.sync('wallet_bitstamp')).toMatchObject({ ok: false });
    bench.passTime(DAY_MS);
    expect(await bench.sync('wallet_bitstamp')).toMatchObject({ ok: true });
    expect(await bench.compare('wallet_bitstamp', history)).toEqual([]);
  },
);
