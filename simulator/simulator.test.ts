import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from './clock.ts';
import type { Fault } from './faults.ts';
import { generateBinanceHistory } from './binance/history.ts';
import { LOG_LENGTH_MAX, RequestLog } from './request-log.ts';
import type { Simulator } from './simulator.ts';
import { startSimulator } from './simulator.ts';
import { fetchJson, getBinance, openCcxt, postKraken } from '../test/simulator-clients.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const DEPOSITS = '/sapi/v1/capital/deposit/hisrec';
const credentials = { apiKey: 'a-key', secret: 'a-secret' };
const open: Simulator[] = [];

async function start() {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  const simulator = await startSimulator({ clock });
  open.push(simulator);
  const history = generateBinanceHistory({ seed: 'simulator test', toMs: NOW_MS, count: 200 });
  simulator.addAccount('binance', { credentials, history });
  const timeUrl = `${simulator.url}https://api.binance.com/api/v3/time`;
  const fail = (fault: Fault) => simulator.faults.add({ fault });
  return { simulator, timeUrl, fail };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

describe('the proxy prefix', () => {
  it('accepts an exchange URL raw or percent-encoded', async () => {
    const { simulator, timeUrl } = await start();
    const encoded = simulator.url + encodeURIComponent('https://api.binance.com/api/v3/time?a=b');
    expect((await fetchJson(timeUrl)).json).toEqual({ serverTime: NOW_MS });
    expect((await fetchJson(encoded)).json).toEqual({ serverTime: NOW_MS });
    expect(simulator.requests.entries.map(({ params }) => params)).toEqual([{}, { a: 'b' }]);
  });

  it('refuses other hosts, other text, and bodies above a megabyte', async () => {
    const { simulator } = await start();
    expect((await fetchJson(`${simulator.url}https://example.com/`)).status).toBe(502);
    expect((await fetchJson(`${simulator.url}hello`)).status).toBe(404);
    const url = `${simulator.url}https://api.kraken.com/0/private/Balance`;
    const large = await fetchJson(url, { method: 'POST', body: 'x'.repeat(1_048_577) });
    expect(large.status).toBe(413);
  });
});

describe('the request log', () => {
  it('contains method, host, path, parameters without the signature, and status', async () => {
    const { simulator } = await start();
    await getBinance(simulator, credentials, DEPOSITS, { limit: '5' });
    await getBinance(simulator, { ...credentials, apiKey: 'nobody' }, DEPOSITS);
    const [first, second] = simulator.requests.matching(/deposit\/hisrec$/);
    expect(first).toEqual({
      sequence: 1,
      exchange: 'binance',
      method: 'GET',
      host: 'api.binance.com',
      path: DEPOSITS,
      params: { limit: '5', timestamp: String(NOW_MS) },
      atMs: NOW_MS,
      status: 200,
    });
    expect(second?.status).toBe(401);
  });

  it('contains only the latest requests, but counts all', () => {
    const log = new RequestLog();
    const entry = { exchange: undefined, method: 'GET', host: '', path: '', params: {}, atMs: 0 };
    for (let request = 0; request < LOG_LENGTH_MAX * 2; request++) log.add(entry);
    expect(log.entries.length).toBeLessThanOrEqual(LOG_LENGTH_MAX);
    expect(log.entries.at(-1)?.sequence).toBe(LOG_LENGTH_MAX * 2);
    expect(log.received).toBe(LOG_LENGTH_MAX * 2);
    log.clear();
    expect(log.entries).toEqual([]);
  });
});

describe('request listeners', () => {
  it('delay the response until they have finished, and can be removed', async () => {
    const { simulator, timeUrl } = await start();
    const order: string[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const remove = simulator.onRequest(async ({ path }) => {
      order.push(`requested ${path}`);
      await held;
    });
    const responded = fetchJson(timeUrl).then(() => order.push('responded'));
    while (order.length === 0) await new Promise((resolve) => setImmediate(resolve));
    order.push('released');
    release();
    await responded;
    remove();
    await fetchJson(timeUrl);
    expect(order).toEqual(['requested /api/v3/time', 'released', 'responded']);
  });
});

describe('faults', () => {
  it('affect only matching requests, after the skipped ones, as often as configured', async () => {
    const { simulator, timeUrl } = await start();
    const fault = { kind: 'status', status: 503 } as const;
    simulator.faults.add({ fault, path: /time$/, host: /binance/, skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++) statuses.push((await fetchJson(timeUrl)).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    expect(simulator.faults.remaining).toBe(0);
    simulator.faults.add({ fault, path: /elsewhere/, times: Number.POSITIVE_INFINITY });
    expect((await fetchJson(timeUrl)).status).toBe(200);
    expect(simulator.faults.remaining).toBe(1);
    simulator.faults.clear();
    expect(simulator.faults.remaining).toBe(0);
  });

  it('occur in the order in which they were added', async () => {
    const { fail, timeUrl } = await start();
    fail({ kind: 'status', status: 429, retryAfterSeconds: 7 });
    fail({ kind: 'status', status: 500, body: '{"code":-1000}' });
    const limited = await fetchJson(timeUrl);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    const broken = await fetchJson(timeUrl);
    expect([broken.status, broken.json]).toEqual([500, { code: -1000 }]);
    expect((await fetchJson(timeUrl)).status).toBe(200);
  });

  it('return a web page, half a response, a redirect or a refused key', async () => {
    const { simulator, fail, timeUrl } = await start();
    fail({ kind: 'html' });
    const page = await fetchJson(timeUrl);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
    fail({ kind: 'truncated-json' });
    const half = await fetchJson(timeUrl);
    expect([half.status, half.text, half.json]).toEqual([200, '{"serverTime":', undefined]);
    fail({ kind: 'redirect', location: 'http://127.0.0.1:1/elsewhere' });
    const moved = await fetchJson(timeUrl);
    expect([moved.status, moved.headers.get('location')]).toEqual([
      302,
      'http://127.0.0.1:1/elsewhere',
    ]);
    fail({ kind: 'refused-key' });
    const refused = await getBinance(simulator, credentials, DEPOSITS);
    expect([refused.status, refused.json]).toMatchObject([401, { code: -2015 }]);
    fail({ kind: 'refused-key' });
    const kraken = await postKraken(simulator, credentials, 'Balance');
    expect(kraken.json).toEqual({ error: ['EAPI:Invalid key'] });
  });

  it('break the connection', async () => {
    const { simulator, fail, timeUrl } = await start();
    fail({ kind: 'reset' });
    await expect(fetch(timeUrl)).rejects.toThrow('fetch failed');
    expect(simulator.requests.entries[0]?.status).toBe(0);
  });

  it('stream a huge body', async () => {
    const { fail, timeUrl } = await start();
    fail({ kind: 'huge-body', bytes: 3_000_000 });
    expect((await fetchJson(timeUrl)).text).toHaveLength(3_000_002);
  });

  it('delay a response, but not the closing of the simulator', async () => {
    const { simulator, fail, timeUrl } = await start();
    fail({ kind: 'slow', delayMs: 5 });
    expect((await fetchJson(timeUrl)).json).toEqual({ serverTime: NOW_MS });
    fail({ kind: 'slow', delayMs: 600_000 });
    const failure = fetchJson(timeUrl).then(
      () => 'responded',
      (error: Error) => error.message,
    );
    while (simulator.requests.received < 2) await new Promise((resolve) => setImmediate(resolve));
    await simulator.close();
    expect(await failure).toBe('fetch failed');
  });

  it('cause the errors of ccxt that the synchronisation distinguishes', async () => {
    const { simulator, fail } = await start();
    const binance = await openCcxt('binance', simulator, credentials);
    const nameOf = (fault: Fault) => {
      fail(fault);
      return binance.sapiGetCapitalDepositHisrec({}).then(
        () => 'no error',
        (error: Error) => error.name,
      );
    };
    expect(await nameOf({ kind: 'status', status: 429 })).toBe('DDoSProtection');
    expect(await nameOf({ kind: 'status', status: 503 })).toBe('ExchangeNotAvailable');
    expect(await nameOf({ kind: 'reset' })).toBe('NetworkError');
    expect(await nameOf({ kind: 'refused-key' })).toBe('AuthenticationError');
  });
});

describe('limits', () => {
  it('refuse more than 1,000 accounts, 100 listeners and 1,000 fault rules', async () => {
    const { simulator, fail } = await start();
    const history = generateBinanceHistory({ seed: 1, toMs: NOW_MS, count: 1 });
    const add = (index: number) =>
      simulator.addAccount('binance', {
        credentials: { apiKey: `${index}`, secret: 's' },
        history,
      });
    for (let index = 1; index < 1_000; index++) add(index);
    expect(() => add(1_000)).toThrow(RangeError);
    for (let index = 0; index < 100; index++) simulator.onRequest(() => {});
    for (let index = 0; index < 1_000; index++) fail({ kind: 'html' });
    expect(() => fail({ kind: 'html' })).toThrow(RangeError);
    const hundred = () => {
      for (let index = 0; index <= 100; index++) simulator.onRequest(() => {});
    };
    expect(hundred).toThrow(RangeError);
  });
});

it('listens only on 127.0.0.1 and rejects a port that is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const clock = new SimulatedClock({ startMs: NOW_MS });
  await expect(startSimulator({ clock, port })).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => other.close(resolve));
  const simulator = await startSimulator({ clock, port: 0 });
  open.push(simulator);
  expect(simulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});
