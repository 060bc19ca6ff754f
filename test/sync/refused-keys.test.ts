import { afterAll, beforeAll, expect, it } from 'vitest';

import { EXCHANGE_NAMES, type ExchangeName } from '../../simulator/catalogue.ts';
import { EARLY_MS, SyncBench } from './harness.ts';

const REFUSED = 'exchange_key_refused';
const DENIED = 'exchange_permission_denied';

/** Documented responses to keys that were deleted, have expired, or are used from another address or region, and to closed accounts. */
const RESPONSES: readonly (readonly [ExchangeName, number, string, string])[] = [
  ['binance', 400, '{"code":-2008,"msg":"Invalid Api-Key ID."}', REFUSED],
  [
    'binance',
    401,
    '{"code":-2015,"msg":"Invalid API-key, IP, or permissions for action."}',
    REFUSED,
  ],
  [
    'bitget',
    400,
    '{"code":"40036","msg":"The current passphrase is incorrect","data":null}',
    REFUSED,
  ],
  ['bitget', 400, '{"code":"40037","msg":"Apikey does not exist","data":null}', REFUSED],
  ['bitget', 400, '{"code":"40026","msg":"User is disabled","data":null}', REFUSED],
  ['bitget', 400, '{"code":"40038","msg":"The IP is not in the whitelist","data":null}', DENIED],
  ['bitstamp', 403, '{"status":"error","reason":"API key not found","code":"API0001"}', REFUSED],
  [
    'bitstamp',
    403,
    '{"status":"error","reason":"IP address not allowed","code":"API0002"}',
    DENIED,
  ],
  [
    'bitstamp',
    403,
    '{"status":"error","reason":"Your account is frozen","code":"API0008"}',
    DENIED,
  ],
  ['bitvavo', 403, '{"errorCode":305,"error":"No active API key found."}', REFUSED],
  [
    'bitvavo',
    403,
    '{"errorCode":307,"error":"This key does not allow access from this IP."}',
    DENIED,
  ],
  ['bitvavo', 403, '{"errorCode":317,"error":"This account is disabled."}', REFUSED],
  ['bybit', 200, '{"retCode":10003,"retMsg":"API key is invalid."}', REFUSED],
  ['bybit', 200, '{"retCode":33004,"retMsg":"Your api key has expired."}', REFUSED],
  ['bybit', 200, '{"retCode":10009,"retMsg":"Service Restricted","result":{}}', DENIED],
  ['bybit', 200, '{"retCode":10010,"retMsg":"Unmatched IP"}', DENIED],
  ['coinbase', 401, 'Unauthorized', REFUSED],
  ['coinbase', 403, '{"error":"PERMISSION_DENIED","message":"Missing required scopes"}', DENIED],
  ['cryptocom', 401, '{"code":40101,"message":"Authentication failure"}', REFUSED],
  ['cryptocom', 401, '{"code":40103,"message":"IP address not whitelisted"}', DENIED],
  ['cryptocom', 401, '{"id":-1,"code":40103,"message":"IP_ILLEGAL"}', DENIED],
  ['cryptocom', 401, '{"code": "40103", "message": "IP address not whitelisted"}', DENIED],
  ['cryptocom', 401, '{"id": -1, "code": 40103, "message": "IP_ILLEGAL"}', DENIED],
  ['cryptocom', 500, '{"code":202,"message":"ACCOUNT_IS_SUSPENDED"}', REFUSED],
  ['gate', 401, '{"label":"INVALID_KEY","message":"Invalid key provided"}', REFUSED],
  ['gate', 403, '{"label":"IP_FORBIDDEN","message":"IP not in whitelist"}', DENIED],
  ['gate', 403, '{"label":"ACCOUNT_LOCKED","message":"Account is locked"}', REFUSED],
  ['htx', 200, '{"status":"error","err-code":"api-key-expired","err-msg":"expired"}', REFUSED],
  ['htx', 200, '{"status":"error","err-code":"api-signature-not-valid","err-msg":"x"}', REFUSED],
  [
    'htx',
    200,
    '{"status":"error","err-code":"api-signature-not-valid","err-msg":"Signature not valid: Incorrect IP address [IP地址错误]:192.0.2.1"}',
    DENIED,
  ],
  ['kraken', 200, '{"error":["EAPI:Invalid key"]}', REFUSED],
  ['kraken', 200, '{"error":["EAPI:Invalid signature"]}', REFUSED],
  ['kraken', 200, '{"error":["EAuth:Account temporary disabled"]}', REFUSED],
  ['kraken', 200, '{"error":["EAuth:Account unconfirmed"]}', REFUSED],
  ['kraken', 200, '{"error":["EGeneral:Permission denied"]}', DENIED],
  ['kraken', 200, '{"error":["EAccount:Invalid permissions"]}', DENIED],
  ['kucoin', 401, '{"code":"400003","msg":"KC-API-KEY not exists"}', REFUSED],
  ['kucoin', 401, '{"code":"400006","msg":"IP is not in the api whitelist"}', DENIED],
  [
    'kucoin',
    403,
    '{"code":"400302","msg":"Sorry, the service is unavailable in your current area."}',
    DENIED,
  ],
  ['kucoin', 403, '{"code":"400007","msg":"Access denied: require more permission"}', DENIED],
  ['kucoin', 403, '{"code":"411100","msg":"User is frozen"}', REFUSED],
  ['okx', 401, '{"code":"50119","msg":"API key doesn\'t exist"}', REFUSED],
  ['okx', 401, '{"code":"50100","msg":"API frozen, please contact customer service"}', REFUSED],
  ['okx', 200, '{"code":"50007","msg":"Account blocked."}', REFUSED],
  ['okx', 401, '{"code":"50110","msg":"Your IP is not in the whitelist of the key"}', DENIED],
  ['okx', 403, '{"code":"50030","msg":"You don\'t have permission to use this endpoint"}', DENIED],
  ['okx', 403, '{"code":"50121","msg":"You can\'t access our services through the IP"}', DENIED],
  ['okx', 403, '{"code":"50120","msg":"This API key doesn\'t have permission"}', DENIED],
];

let bench: SyncBench;

beforeAll(async () => {
  bench = await new SyncBench({ startMs: EARLY_MS }).open();
  for (const exchange of EXCHANGE_NAMES) await bench.add(exchange, { count: 1 });
});
afterAll(() => bench.close());

it.each(RESPONSES)('stops a wallet at %s after %i %s', async (exchange, status, body, code) => {
  bench.simulator.faults.clear();
  bench.simulator.faults.add({ fault: { kind: 'status', status, body }, times: Infinity });
  const walletId = `wallet_${exchange}`;
  expect(await bench.sync(walletId)).toMatchObject({ failure: { code } });
  expect((await bench.store.readSyncState(walletId)).nextRunAtMs).toBeNull();
});
