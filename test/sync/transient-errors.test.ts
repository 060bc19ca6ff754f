import { afterAll, beforeAll, expect, it } from 'vitest';

import { EXCHANGE_NAMES, type ExchangeName } from '../../simulator/catalogue.ts';
import { EARLY_MS, SyncBench } from './harness.ts';

const CLOCK = 'exchange_clock';
const LIMITED = 'exchange_rate_limited';
const UNAVAILABLE = 'exchange_unavailable';

/** Responses after which a later request can succeed, recognised by their codes alone: texts next to a code are not the documented ones. */
const RESPONSES: readonly (readonly [ExchangeName, number, string, string])[] = [
  ['bitget', 400, '{"code":"40010","msg":"refused","data":null}', UNAVAILABLE],
  ['bitget', 400, '{"code":"40015","msg":"refused","data":null}', UNAVAILABLE],
  ['bitget', 400, '{"code":"40725","msg":"refused","data":null}', UNAVAILABLE],
  ['bitget', 400, '{"code":"40910","msg":"refused","data":null}', UNAVAILABLE],
  ['bitget', 400, '{"code":"43059","msg":"refused","data":null}', UNAVAILABLE],
  ['bitget', 400, '{"code":"45001","msg":"refused","data":null}', UNAVAILABLE],
  ['bitstamp', 403, '{"status":"error","reason":"refused","code":"API0017"}', CLOCK],
  ['bitstamp', 400, '{"status":"error","reason":"refused","code":"400.002"}', LIMITED],
  ['bitstamp', 400, '{"status":"error","reason":"refused","code":"400.067"}', LIMITED],
  ['bitvavo', 400, '{"errorCode":302,"error":"refused"}', CLOCK],
  ['bitvavo', 400, '{"errorCode":304,"error":"refused"}', CLOCK],
  ['bybit', 200, '{"retCode":5004,"retMsg":"refused"}', UNAVAILABLE],
  ['bybit', 200, '{"retCode":429,"retMsg":"refused"}', UNAVAILABLE],
  ['bybit', 200, '{"retCode":10000,"retMsg":"refused"}', UNAVAILABLE],
  ['bybit', 200, '{"retCode":10016,"retMsg":"refused"}', UNAVAILABLE],
  ['bybit', 200, '{"retCode":131001,"retMsg":"refused"}', UNAVAILABLE],
  ['bybit', 200, '{"retCode":131003,"retMsg":"refused"}', UNAVAILABLE],
  ['bybit', 200, '{"retCode":131200,"retMsg":"refused"}', UNAVAILABLE],
  ['bybit', 200, '{"retCode":131201,"retMsg":"refused"}', UNAVAILABLE],
  ['bybit', 200, '{"retCode":131230,"retMsg":"refused"}', UNAVAILABLE],
  ['bybit', 200, '{"retCode":170032,"retMsg":"refused"}', UNAVAILABLE],
  ['cryptocom', 400, '{"id":-1,"code":50001,"message":"ERR_INTERNAL"}', UNAVAILABLE],
  ['gate', 403, '{"label":"REQUEST_EXPIRED","message":"refused"}', CLOCK],
  ['kraken', 200, '{"error":["EService: Throttled: 1717200000"]}', LIMITED],
  ['kraken', 200, '{"error":["EService:Throttled: 1717200000"]}', LIMITED],
  ['kraken', 200, '{"error":["EService:Deadline elapsed"]}', UNAVAILABLE],
  ['kraken', 200, '{"error":["EGeneral:Internal error:12"]}', UNAVAILABLE],
  ['kraken', 200, '{"error":["EDatabase:Internal error"]}', UNAVAILABLE],
  ['kraken', 200, '{"error":["EDatabase: Internal error"]}', UNAVAILABLE],
  ['kraken', 200, '{"error":["EAuth:Too many requests"]}', LIMITED],
  ['kucoin', 200, '{"code":"408000","msg":"refused"}', UNAVAILABLE],
  ['kucoin', 200, '{"code":"429000","msg":"refused"}', LIMITED],
  ['okx', 200, '{"code":"50009","msg":"refused"}', UNAVAILABLE],
  ['okx', 200, '{"code":"50019","msg":"refused"}', UNAVAILABLE],
  ['okx', 200, '{"code":"50022","msg":"refused"}', UNAVAILABLE],
  ['okx', 200, '{"code":"50040","msg":"refused"}', LIMITED],
  ['okx', 200, '{"code":"50046","msg":"refused"}', UNAVAILABLE],
  ['okx', 200, '{"code":"58007","msg":"refused"}', UNAVAILABLE],
];

let bench: SyncBench;

beforeAll(async () => {
  bench = await new SyncBench({ startMs: EARLY_MS }).open();
  for (const exchange of EXCHANGE_NAMES) await bench.add(exchange, { count: 1 });
});
afterAll(() => bench.close());

it.each(RESPONSES)(
  'retries a wallet at %s later after %i %s',
  async (exchange, status, body, code) => {
    bench.simulator.faults.clear();
    bench.simulator.faults.add({ fault: { kind: 'status', status, body }, times: Infinity });
    const walletId = `wallet_${exchange}`;
    expect(await bench.sync(walletId)).toMatchObject({ failure: { code } });
    expect((await bench.store.readSyncState(walletId)).nextRunAtMs).not.toBeNull();
  },
);
