import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { generateHistory } from '../../simulator/catalogue.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { readConfig } from '../config/read-config.ts';
import { checkExchangeKey } from './check-exchange-key.ts';

const CREDENTIALS = { apiKey: 'binance-key', secret: 'binance-secret' };
const NOW_MS = Date.UTC(2026, 0, 1);

let simulator: Simulator;
beforeEach(async () => {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  simulator = await startSimulator({ clock, rateLimits: false });
  const history = generateHistory('binance', { seed: 'check', toMs: NOW_MS, count: 3 });
  simulator.addAccount('binance', { credentials: CREDENTIALS, history });
});
afterEach(() => simulator.close());

/** Checks the key. Returns the result, and the steps in their order. */
async function check(credentials = CREDENTIALS, exchange = 'binance') {
  const env = { TELLER_EXCHANGE_PROXY_URL: simulator.url, TELLER_EXCHANGE_THROTTLE: 'off' };
  const steps: string[] = [];
  const config = readConfig(env, '/');
  const step = (name: string) => void steps.push(name);
  const result = await checkExchangeKey(config, exchange, credentials, () => NOW_MS, step);
  return { steps, ...result };
}

it('a key is checked in three steps', async () => {
  expect(await check()).toMatchObject({
    steps: ['exchange', 'permissions', 'balances'],
    permissions: { withdraw: false, trade: false },
    permissionsError: undefined,
    error: undefined,
  });
});

it('a key that numbers its requests by the clock is not used if the exchange does not report its time', async () => {
  simulator.faults.add({ fault: { kind: 'reset' }, times: Infinity });
  let requests = 0;
  simulator.onRequest(() => void (requests += 1));
  const credentials = { apiKey: 'kraken-key', secret: Buffer.alloc(64, 7).toString('base64') };
  const { steps, error, permissionsError } = await check(credentials, 'kraken');
  expect(steps).toEqual(['exchange']);
  // Who waits for the check repeats it.
  expect(requests).toBe(1);
  expect([error?.code, permissionsError?.code]).toEqual([
    'exchange_unavailable',
    'exchange_unavailable',
  ]);
});

it('each refusal is reported once, and the balances are read although the rights are not', async () => {
  const { steps, error, permissionsError } = await check({ ...CREDENTIALS, secret: 'wrong' });
  expect(steps).toEqual(['exchange', 'permissions', 'balances']);
  expect([error?.code, permissionsError?.code]).toEqual([
    'exchange_key_refused',
    'exchange_key_refused',
  ]);
});

it.each([
  ['bybit', '/v5/asset/transfer/query-account-coins-balance', /withdrawable-amount$/],
  ['kucoin', '/api/v1/accounts', /quotas$/],
] as const)(
  'a key of %s is checked in time for any number of coins, without the amount of each coin',
  async (exchange, balances, ofCoin) => {
    const credentials = { apiKey: 'key', secret: 'secret', password: 'passphrase' };
    const history = generateHistory(exchange, { seed: 'coins', toMs: NOW_MS, count: 30 });
    simulator.addAccount(exchange, { credentials, history });
    const paths: string[] = [];
    simulator.onRequest(({ path }) => void paths.push(path));
    expect(await check(credentials, exchange)).toMatchObject({
      permissionsError: undefined,
      error: undefined,
    });
    expect(paths).toContain(balances);
    expect(paths.filter((path) => ofCoin.test(path))).toEqual([]);
    const refused = await check({ ...credentials, secret: 'wrong' }, exchange);
    expect(refused.error).toMatchObject({ code: 'exchange_key_refused' });
  },
);

it('the check ends after eight seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(8000);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('timeout', 'TimeoutError')), 200);
    return controller.signal;
  });
  simulator.onRequest(() => new Promise(() => undefined));
  const { error } = await check();
  expect(error).toMatchObject({ code: 'exchange_unavailable' });
  timeout.mockRestore();
});
