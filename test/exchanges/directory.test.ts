/** What the accounts that one process opens share, and what is their own. */
import { expect, it, onTestFinished } from 'vitest';

import { requireExchange } from '../../src/exchanges/catalogue.ts';
import type { ExchangeAccount } from '../../src/exchanges/exchange.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import {
  RecordedExchange,
  type RecordedResponses,
  SAMPLE_CREDENTIALS,
} from '../best-effort/recorded-exchange.ts';

const NOW_MS = Date.UTC(2024, 5, 1);
const BINANCE_TIME = 'GET api.binance.com/api/v3/time';
const KRAKEN_TIME = 'GET api.kraken.com/0/public/Time';
const KRAKEN_RIGHTS = 'POST api.kraken.com/0/private/GetApiKeyInfo';
const KRAKEN = {
  [KRAKEN_TIME]: { error: [], result: { unixtime: NOW_MS / 1000 } },
  [KRAKEN_RIGHTS]: { error: [], result: { permissions: [] } },
};
const KUCOIN = { 'GET api.kucoin.com/api/v1/timestamp': { code: '200000', data: NOW_MS } };
const DOWN = { failsWith: 500, body: '{}' };

/** Returns a directory behind a server with these responses, and a clock whose waits end at once. */
async function open(
  responses: RecordedResponses,
  throttle = true,
  pause: () => Promise<void> = () => Promise.resolve(),
) {
  const exchange = new RecordedExchange(responses);
  onTestFinished(() => exchange.close());
  const clock = { elapsedMs: 0, machineErrorMs: 0, stepMs: 0 };
  const directory = createExchangeDirectory({
    proxyUrl: await exchange.listen(),
    throttle,
    clock: {
      nowMs: () => NOW_MS + clock.elapsedMs + clock.machineErrorMs,
      elapsedMs: () => (clock.elapsedMs += clock.stepMs),
      sleep: async (durationMs) => {
        await pause();
        clock.elapsedMs += durationMs;
      },
    },
    signal: new AbortController().signal,
  });
  const openAccount = async (name: string, apiKey = 'a') =>
    directory.openAccount(name, { ...SAMPLE_CREDENTIALS, apiKey });
  return { directory, openAccount, exchange, clock };
}

it('pauses only the exchange that does not respond after three attempts of each call', async () => {
  const { directory, openAccount, exchange } = await open({ ...KUCOIN, [BINANCE_TIME]: DOWN });
  const [binance, kucoin] = [await openAccount('binance'), await openAccount('kucoin')];
  expect(directory.listPaused()).toEqual([]);
  for (let call = 0; call < 5; call += 1) await binance.fetchTimeMs();
  expect(exchange.requests).toHaveLength(15);
  expect(directory.listPaused()).toEqual(['binance']);
  expect(await kucoin.fetchTimeMs()).toBe(NOW_MS);
});

it('begins no further wallet of an exchange while several requests wait for the limit of the address', async () => {
  const waited = Promise.withResolvers<void>();
  const responses = { ...KUCOIN, 'GET api.mexc.com/api/v3/time': { serverTime: 1 } };
  const { directory, openAccount } = await open(responses, true, () => waited.promise);
  const [kucoin, mexc] = [await openAccount('kucoin'), await openAccount('mexc')];
  const running: Promise<unknown>[] = [];
  const begin = (count: number) => {
    for (let call = 0; call < count; call += 1) running.push(mexc.fetchTimeMs());
    return kucoin.fetchTimeMs();
  };
  // Eight are sent at once.
  await begin(8 + 2);
  expect(directory.listPaused()).toEqual([]);
  await begin(1);
  expect(directory.listPaused()).toEqual(['mexc']);
  waited.resolve();
  await Promise.all(running);
  expect(directory.listPaused()).toEqual([]);
});

it('pauses an address for ten minutes, and the key for the time that the exchange requested', async () => {
  const limited = { failsWith: 429, body: '{}', headers: { 'retry-after': '3600' } };
  const { openAccount, exchange, clock } = await open({ [BINANCE_TIME]: limited });
  const [one, other] = [await openAccount('binance', 'a'), await openAccount('binance', 'b')];
  const refusedFor = (retryAfterMs: number) => ({ code: 'exchange_rate_limited', retryAfterMs });
  await expect(one.fetchTimeMs()).rejects.toMatchObject(refusedFor(3_600_000));
  await expect(other.fetchTimeMs()).rejects.toMatchObject(refusedFor(600_000));
  expect(exchange.requests).toHaveLength(1);
  clock.elapsedMs += 600_000;
  await expect(one.fetchTimeMs()).rejects.toMatchObject(refusedFor(3_000_000));
  await expect(other.fetchTimeMs()).rejects.toMatchObject(refusedFor(3_600_000));
  expect(exchange.requests).toHaveLength(2);
});

it.each([
  ['waits for the rate limit of calls by their cost', true, 24_061],
  ['does not wait for rate limits that are disabled', false, 0],
])('%s', async (_what, throttle, waitedMs) => {
  const { openAccount, clock } = await open(KRAKEN, throttle);
  const account = await openAccount('kraken');
  // The time, without a key, may be read twice, then once per second. Rights cost one of 15, which is refilled in 3.03 s.
  for (let call = 0; call < 20; call += 1) await account.fetchTimeMs();
  for (let call = 0; call < 17; call += 1) await account.readPermissions!();
  expect(clock.elapsedMs).toBe(waitedMs);
});

it('does not share the limit of a key with another exchange that has issued the same one', async () => {
  const { openAccount, clock } = await open({ ...KRAKEN, ...KUCOIN });
  const [, kucoin] = [await openAccount('kraken', 'a'), await openAccount('kucoin', 'a')];
  for (let call = 0; call < 10; call += 1) await kucoin.fetchTimeMs();
  expect(clock.elapsedMs).toBe(0);
});

it('waits for the rate limit of all requests, if a call sends several', async () => {
  const { openAccount, exchange, clock } = await open({
    'GET api.alpaca.markets/v2/account': { cash: '1' },
    'GET api.alpaca.markets/v2/positions': [],
  });
  const account = await openAccount('alpaca');
  for (let call = 0; call < 10; call += 1) await account.readBalances();
  const { capacity, refillPerSecond } = requireExchange('alpaca').budget;
  expect(exchange.requests).toHaveLength(20);
  expect(clock.elapsedMs).toBeGreaterThanOrEqual((1000 * (20 - capacity)) / refillPerSecond);
});

it.each([
  ['of this machine, if it is right', 1500, 1500],
  ['of the exchange, if this machine is wrong', 90_000, 0],
  ['of the exchange, if this machine is behind', -90_000, 0],
])('numbers the requests of a key by the time %s', async (_which, machineErrorMs, wantedMs) => {
  const { openAccount, exchange, clock } = await open(KRAKEN, false);
  clock.machineErrorMs = machineErrorMs;
  const accounts = [await openAccount('kraken', 'a'), await openAccount('kraken', 'a')];
  accounts.push(await openAccount('kraken', 'b'));
  for (const account of accounts) {
    await account.fetchTimeMs();
    await account.readPermissions!();
    await account.readPermissions!();
  }
  const nonces = exchange.requests
    .filter(({ endpoint }) => endpoint === KRAKEN_RIGHTS)
    .map(({ body }) => Number(new URLSearchParams(body).get('nonce')));
  const firstMs = NOW_MS + wantedMs;
  // Accounts with the same key never repeat a number; another key has its own.
  expect(nonces).toEqual([0, 1, 2, 3, 0, 1].map((later) => firstMs + later));
});

it('reads errors as the profile of the exchange describes them', async () => {
  const { openAccount } = await open({
    [KRAKEN_RIGHTS]: { error: ['EService:Deadline elapsed'] },
  });
  const account = await openAccount('kraken');
  await expect(account.readPermissions!()).rejects.toMatchObject({ code: 'exchange_unavailable' });
});

it('has the time of the last response, and knows whether there was one', async () => {
  const { openAccount, exchange } = await open({ [BINANCE_TIME]: { serverTime: NOW_MS } });
  const account = await openAccount('binance');
  expect([account.serverTimeMs?.(), account.hasResponded?.()]).toEqual([undefined, false]);
  exchange.dateMs = () => NOW_MS + 5000;
  await account.fetchTimeMs();
  expect([account.serverTimeMs?.(), account.hasResponded?.()]).toEqual([NOW_MS + 5000, true]);
});

it('limits the memory of the responses of a window', async () => {
  const long = ' '.repeat(8 * 1024 * 1024 + 1);
  const { openAccount } = await open({ 'GET api.kraken.com/0/public/Assets': long });
  const account = await openAccount('kraken');
  const [ledgers] = account.sources;
  const reading = account.readWindow(ledgers!, NOW_MS - 86_400_000, NOW_MS);
  await expect(reading).rejects.toMatchObject({ code: 'window_overflow' });
});

/** A response that needs a turn, and is complete. */
const long = (data: unknown) => JSON.stringify({ data }) + ' '.repeat(4 * 1024 * 1024);

it.each<
  [what: string, endpoint: string, name: string, read: (account: ExchangeAccount) => unknown]
>([
  [
    'the balances',
    'GET api.kucoin.com/api/v3/currencies',
    'balances',
    (account) => account.readBalances(),
  ],
  [
    'the check of a key',
    'GET api.kucoin.com/api/v1/accounts',
    'balances',
    (account) => account.checkBalances!(),
  ],
  [
    'the rights of a key',
    'GET api.kucoin.com/api/v1/user/api-key',
    'permissions',
    (account) => account.readPermissions!(),
  ],
])('limits the memory of the responses for %s', async (_what, endpoint, name, read) => {
  const { openAccount, clock } = await open({ [endpoint]: long([]) });
  const account = await openAccount('kucoin');
  clock.stepMs = 300_001;
  await expect(read(account)).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: `${name}: the responses take longer than 300 seconds`,
  });
});

it('limits the memory of the responses for the time of an exchange', async () => {
  const time = long(NOW_MS);
  const { openAccount, exchange, clock } = await open({
    'GET api.kucoin.com/api/v1/timestamp': time,
  });
  const account = await openAccount('kucoin');
  clock.stepMs = 300_001;
  await account.fetchTimeMs();
  // No attempt was successful, so the time is that of this machine.
  expect(exchange.requests).toHaveLength(3);
});
