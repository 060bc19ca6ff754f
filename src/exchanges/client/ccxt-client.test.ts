import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { DAY_MS } from '../../domain/duration.ts';
import type { ExchangeRequest, HistorySource } from '../exchange.ts';
import { CcxtClient, type CcxtClientOptions } from './ccxt-client.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { RateBudget } from './rate-budget.ts';
import { LargeReadings, ReadingMemory } from './reading-memory.ts';

const START_MS = Date.UTC(2024, 5, 1);
const MIB = 1024 * 1024;
const TIME = 'publicGetTime';
const DEPOSITS = 'sapiGetCapitalDepositHisrec';
const credentials = { apiKey: 'the-api-key', secret: 'the-secret' };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** Returns Binance's client of a server that sends these responses in order, and repeats the last one. */
async function open(...responses: readonly Respond[]) {
  return openWith({}, ...responses);
}

/** Returns a client with other settings; see {@link open}. */
async function openWith(
  {
    pauseMsMax,
    ...settings
  }: Partial<Omit<CcxtClientOptions, 'budget'>> & { readonly pauseMsMax?: number },
  ...responses: readonly Respond[]
) {
  const requested: string[] = [];
  const waitsMs: number[] = [];
  const reported: ExchangeRequest[] = [];
  let nowMs = START_MS;
  const machine = { errorMs: 0 };
  const clock = {
    nowMs: () => nowMs + machine.errorMs,
    elapsedMs: () => nowMs - START_MS,
    sleep: async (durationMs: number) => {
      waitsMs.push(durationMs);
      nowMs += durationMs;
      await Promise.resolve();
    },
  };
  const server = createServer((request, response) => {
    requested.push(new URL(decodeURIComponent((request.url ?? '').slice(1))).pathname);
    responses[Math.min(requested.length, responses.length) - 1]!(response, request);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const breaker = new CircuitBreaker('binance', clock);
  const budget = new RateBudget({ capacity: 5, refillPerSecond: 1 }, clock, pauseMsMax);
  const client = await CcxtClient.open({
    exchange: 'binance',
    credentials,
    readEndpoints: [
      'GET api.binance.com/api/v3/time',
      'GET api.binance.com/sapi/v1/capital/deposit/hisrec',
    ],
    budget,
    breaker,
    costs: { [DEPOSITS]: 3 },
    countsRequests: false,
    proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    clock,
    signal: new AbortController().signal,
    attemptsMax: 3,
    onRequest: (request) => void reported.push(request),
    ...settings,
  });
  return { client, breaker, budget, clock, requested, reported, waitsMs, machine };
}

const json =
  (text: string): Respond =>
  (response) =>
    response.end(text);
const fail =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(status, headers).end('{"code":-1,"msg":"no"}');
const refuseKey: Respond = (response) =>
  response.writeHead(401).end(JSON.stringify({ code: -2015, msg: 'Invalid API-key' }));

describe('a call', () => {
  it('keeps all digits of numbers, and passes response headers to the listener', async () => {
    const { client } = await open((response) => {
      response.setHeader('x-weight', '7').end('{"amount":1.000000000000000010}');
    });
    let weight: string | null = null;
    client.onResponse = (headers) => {
      weight = headers.get('x-weight');
    };
    expect(await client.call(TIME)).toEqual({ amount: '1.000000000000000010' });
    expect(weight).toBe('7');
  });

  it('is retried after a transient error with growing delays, up to three attempts', async () => {
    const { client, requested, waitsMs } = await open(
      fail(500),
      fail(502),
      json('{"serverTime":1}'),
    );
    expect(await client.call(TIME)).toEqual({ serverTime: 1 });
    expect(requested).toHaveLength(3);
    expect(waitsMs).toEqual([400, 1600]);
  });

  it('is reported with each of its requests, also with those that failed', async () => {
    const { client, reported } = await open(fail(500), json('<html>'), json('{"serverTime":1}'));
    await client.call(TIME);
    expect(reported.map(({ call, status }) => [call, status])).toEqual([
      [TIME, 500],
      [TIME, 200],
      [TIME, 200],
    ]);
  });

  it('is reported with its rows, its duration, and a path without the query', async () => {
    const { client, clock, reported } = await open((response) => {
      void clock.sleep(12.4);
      response.end('[{},{}]');
    });
    await client.call(DEPOSITS, { coin: 'BTC' });
    expect(reported).toEqual([
      {
        exchange: 'binance',
        call: DEPOSITS,
        method: 'GET',
        path: 'api.binance.com/sapi/v1/capital/deposit/hisrec',
        status: 200,
        ms: 12,
        rows: 2,
      },
    ]);
  });

  it('is not retried after a permanent error', async () => {
    const { client, requested } = await open(refuseKey);
    await expect(client.call(TIME)).rejects.toMatchObject({ code: 'exchange_key_refused' });
    expect(requested).toHaveLength(1);
  });

  it.each(['<html>one moment</html>', '{"serverTime":', ''])(
    'fails if the response is not JSON: %j',
    async (text) => {
      const { client, requested } = await open(json(text));
      await expect(client.call(TIME)).rejects.toMatchObject({ code: 'exchange_unavailable' });
      expect(requested).toHaveLength(3);
    },
  );

  it('fails if its response takes longer than 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client } = await openWith({ attemptsMax: 1 }, (response) => {
      vi.advanceTimersByTime(30_000);
      response.end('{}');
    });
    await expect(client.call(TIME)).rejects.toMatchObject({ code: 'exchange_unavailable' });
  });

  it('fails if its response is longer than 16 MiB', async () => {
    const long = gzipSync(Buffer.alloc(16 * MIB + 1, ' '));
    const { client } = await openWith({ attemptsMax: 1 }, (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(long);
    });
    await expect(client.call(TIME)).rejects.toMatchObject({
      code: 'exchange_unavailable',
      message: expect.stringContaining(`exceeds ${16 * MIB} bytes`),
    });
  });

  it('spends its cost from the budget', async () => {
    const { client, waitsMs } = await open(json('[]'));
    await client.call(DEPOSITS);
    await client.call(TIME);
    await client.call(DEPOSITS);
    expect(waitsMs).toEqual([2000]);
  });

  it('spends one from the budget for each of its requests, if it may send several', async () => {
    const { client, waitsMs } = await openWith({ countsRequests: true }, json('[]'));
    for (let call = 0; call < 6; call += 1) await client.call(DEPOSITS);
    expect(waitsMs).toEqual([1000]);
  });

  it('takes the cost of a public endpoint from its own budget, which its responses pause', async () => {
    const publicBudget = new RateBudget(
      { capacity: 1, refillPerSecond: 1 },
      { elapsedMs: () => 0, sleep: async () => undefined },
    );
    const { client, budget } = await openWith(
      { publicBudget },
      fail(429, { 'retry-after': '3600' }),
      json('[]'),
    );
    await expect(client.call(TIME)).rejects.toMatchObject({ code: 'exchange_rate_limited' });
    expect([publicBudget.pauseLeftMs, budget.pauseLeftMs]).toEqual([3_600_000, 0]);
  });

  it.each([false, true])('waits in a queue for a minute at most: %j', async (countsRequests) => {
    const { client, budget, requested, waitsMs } = await openWith({ countsRequests }, json('[]'));
    await budget.acquire(5);
    const calls = [client.call(DEPOSITS), client.call(DEPOSITS)];
    budget.pause(7_200_000);
    const limited = { code: 'exchange_rate_limited', retryAfterMs: 7_200_000 };
    for (const call of calls) await expect(call).rejects.toMatchObject(limited);
    expect([requested, waitsMs]).toEqual([[], []]);
  });

  it('signs each request after the wait for its budget, so that it does not expire', async () => {
    const signedAtMs: number[] = [];
    const { client, clock } = await openWith({ countsRequests: true }, (response, request) => {
      const { searchParams } = new URL(decodeURIComponent((request.url ?? '').slice(1)));
      signedAtMs.push(Number(searchParams.get('timestamp')) - clock.nowMs());
      response.end('[]');
    });
    for (let call = 0; call < 7; call += 1) await client.call(DEPOSITS);
    expect(signedAtMs).toEqual(Array.from({ length: 7 }, () => 0));
  });

  it('waits as long as the exchange requests, up to a minute', async () => {
    const { client, waitsMs } = await open(fail(429, { 'retry-after': '60' }), json('{}'));
    await client.call(TIME);
    expect(waitsMs.filter((waitMs) => waitMs > 0)).toEqual([60_000]);
  });

  it.each([
    ['1.5', 1500],
    ['0.0001', 1],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 10_000],
    ['-5', 10_000],
  ])('waits after the header retry-after %s for %i ms', async (retryAfter, expectedMs) => {
    const { client, waitsMs } = await open(fail(429, { 'retry-after': retryAfter }), json('{}'));
    await client.call(TIME);
    expect(waitsMs.filter((waitMs) => waitMs > 0)).toEqual([expectedMs]);
  });

  it('waits ten seconds if the exchange limits requests without a time, and ends after three attempts', async () => {
    const { client, requested, waitsMs } = await open(fail(429));
    await expect(client.call(TIME)).rejects.toMatchObject({ code: 'exchange_rate_limited' });
    expect(requested).toHaveLength(3);
    expect(waitsMs.filter((waitMs) => waitMs > 0)).toEqual([10_000, 10_000]);
  });

  it('is retried after an error about the time of the request', async () => {
    const late = JSON.stringify({ code: -1021, msg: 'Timestamp for this request is outside' });
    const { client, requested } = await open(
      (response) => response.writeHead(400).end(late),
      json('{}'),
    );
    expect(await client.call(DEPOSITS)).toEqual({});
    expect(requested).toHaveLength(2);
  });

  it('fails if the exchange requests a longer wait, and sends nothing until that time has passed', async () => {
    const { client, requested, waitsMs } = await open(fail(429, { 'retry-after': '3600' }));
    const refused = { code: 'exchange_rate_limited', retryAfterMs: 3_600_000 };
    await expect(client.call(TIME)).rejects.toMatchObject(refused);
    await expect(client.call(TIME)).rejects.toMatchObject({
      ...refused,
      message: 'binance: the exchange requested a wait of 3600 seconds',
    });
    expect(requested).toHaveLength(1);
    expect(waitsMs).toEqual([]);
  });

  it('is not sent until the time that the exchange requested, also if its address pauses for a shorter one', async () => {
    const limited = fail(429, { 'retry-after': '3600' });
    const { client, clock, requested } = await openWith({ pauseMsMax: 600_000 }, limited);
    await expect(client.call(TIME)).rejects.toMatchObject({ code: 'exchange_rate_limited' });
    await clock.sleep(600_000);
    await expect(client.call(TIME)).rejects.toMatchObject({ retryAfterMs: 3_000_000 });
    expect(requested).toHaveLength(1);
  });

  it('is not sent during a long pause that the response to another wallet has caused', async () => {
    const { client, budget, requested } = await open((response) => {
      budget.pause(600_000);
      fail(500)(response, undefined as never);
    });
    const refused = { code: 'exchange_rate_limited', retryAfterMs: 599_600 };
    await expect(client.call(TIME)).rejects.toMatchObject(refused);
    await expect(client.call(TIME)).rejects.toMatchObject(refused);
    expect(requested).toHaveLength(1);
  });

  it('sends nothing for a day at most, if the exchange requests a longer wait', async () => {
    const { client } = await open(fail(429, { 'retry-after': '999999999' }));
    const refused = { code: 'exchange_rate_limited', retryAfterMs: DAY_MS };
    await expect(client.call(TIME)).rejects.toMatchObject(refused);
  });

  it('is refused for an endpoint that is not on the list, and for a name that ccxt does not have', async () => {
    const { client, requested } = await open(json('{}'));
    await expect(
      client.call('sapiPostCapitalWithdrawApply', { coin: 'BTC' }),
    ).rejects.toMatchObject({ code: 'exchange_request_refused' });
    await expect(client.call('noSuchMethod')).rejects.toMatchObject({
      code: 'exchange_unavailable',
    });
    expect(requested).toEqual([]);
  });

  it('fails with a message that contains no key, secret, signature or address', async () => {
    const { client } = await open((response, request) => {
      const msg = `${request.url} the-api-key the-secret`;
      response.writeHead(400).end(JSON.stringify({ code: -1022, msg }));
    });
    const failure = await client.call(DEPOSITS).catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ code: 'exchange_key_refused' });
    expect((failure as Error).message).not.toMatch(/the-api-key|the-secret|signature=|127\.0/);
  });

  it('that waits for the exchange says nothing about whether the exchange responds', async () => {
    const { client, breaker, clock, requested } = await open(fail(429, { 'retry-after': '600' }));
    const limited = { code: 'exchange_rate_limited' };
    await expect(client.call(TIME)).rejects.toMatchObject(limited);
    for (let failure = 0; failure < 5; failure += 1) {
      breaker.recordFailure(breaker.admit());
    }
    await clock.sleep(15_000);
    await expect(client.call(TIME)).rejects.toMatchObject(limited);
    expect(requested).toHaveLength(1);
    // The next call of another wallet still decides whether the pause ends.
    breaker.recordFailure(breaker.admit());
    expect(breaker.isOpen).toBe(true);
  });

  it.each([
    ['a result', json('{}')],
    ['the refusal of a key', refuseKey],
  ])('with %s in response ends a row of failures', async (_what, respond) => {
    const failures = Array.from({ length: 12 }, () => fail(500));
    const { client, breaker } = await open(...failures, respond, fail(500));
    for (let call = 0; call < 6; call += 1) await client.call(TIME).catch(() => undefined);
    expect(breaker.isOpen).toBe(false);
  });

  it('fails with the meaning that the profile gives to an error', async () => {
    const errorCodes = { '"msg":"no"': 'exchange_permission_denied' } as const;
    const { client } = await openWith({ errorCodes }, fail(400));
    const denied = { code: 'exchange_permission_denied' };
    await expect(client.call(TIME)).rejects.toMatchObject(denied);
  });

  it('divides the window if its responses exceed the memory of a reading', async () => {
    const memory = new ReadingMemory(new LargeReadings(() => 0), 'binance');
    const { client, requested } = await openWith({ memory }, json('[]'));
    const source = { name: 'deposits', windowMsMin: 1 } as HistorySource;
    const reading = memory.readWindow(source, 1000, async () => {
      await memory.add(8 * MIB);
      return client.call(DEPOSITS);
    });
    await expect(reading).rejects.toMatchObject({ code: 'window_overflow' });
    expect(requested).toHaveLength(1);
  });

  it('is not sent while the circuit breaker is open', async () => {
    const { client, requested } = await open(fail(500));
    for (let call = 0; call < 5; call += 1) await client.call(TIME).catch(() => undefined);
    const sent = requested.length;
    await expect(client.call(TIME)).rejects.toMatchObject({ code: 'exchange_unavailable' });
    expect(requested).toHaveLength(sent);
  });
});

it('returns numbers as the exchange wrote them, and refuses any other value', async () => {
  const { client } = await open(json('{}'));
  expect(client.ccxt.number('0.00000001')).toBe('0.00000001');
  expect(client.ccxt.number(5 as unknown as string)).toBe('5');
  expect(() => client.ccxt.number({} as unknown as string)).toThrow('not a number');
});

it('returns symbols', async () => {
  const { client } = await open(json('{}'));
  expect(client.toSymbol('btc')).toBe('BTC');
});

it('keeps no response in memory, loads no proxy, and waits as long as the fetch of this program', async () => {
  const { client } = await open(json('{}'));
  await client.call(TIME);
  const ccxt = client.ccxt as unknown as Readonly<Record<string, unknown>>;
  expect(ccxt['last_http_response']).toBeUndefined();
  expect(ccxt['proxiesModulesLoading']).toBeUndefined();
  expect(ccxt['timeout']).toBe(30_000);
});

it('knows whether requests carry an increasing number', async () => {
  expect((await open(json('{}'))).client.numbersRequests).toBe(false);
  const { client } = await openWith({ numbersRequests: true }, json('{}'));
  expect(client.numbersRequests).toBe(true);
});

it("signs with the exchange's time, also after a step of this machine's clock", async () => {
  const { client, machine } = await open(json('{}'));
  expect(client.setExchangeTime(START_MS - 2000)).toBe(START_MS - 2000);
  machine.errorMs = 200 * 86_400_000;
  const { ccxt } = client;
  expect(client.exchangeNowMs()).toBe(START_MS - 2000);
  expect([ccxt.milliseconds(), ccxt.nonce()]).toEqual([START_MS - 2000, START_MS - 2000]);
  expect(ccxt.seconds()).toBe(START_MS / 1000 - 2);
  expect(ccxt.microseconds()).toBe((START_MS - 2000) * 1000);
});

it.each([
  ['this machine if it is right', 30_000, 30_000],
  ['the `date` header if this machine is wrong', 90_000, 0],
])('takes the time that an exchange does not report from %s', async (_source, errorMs, wanted) => {
  const dated: Respond = (response) => {
    response.setHeader('date', new Date(START_MS).toUTCString());
    json('{}')(response, undefined as never);
  };
  const undated: Respond = (response) => {
    response.sendDate = false;
    response.end('{}');
  };
  const { client, machine } = await open(dated, undated);
  await client.call(TIME);
  await client.call(TIME);
  expect(client.serverTimeMs).toBe(START_MS);
  machine.errorMs = errorMs;
  expect(client.setExchangeTime(undefined)).toBe(START_MS + wanted);
});
