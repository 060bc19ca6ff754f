import { expect, it } from 'vitest';

import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { RecordedExchange, SAMPLE_CREDENTIALS } from '../best-effort/recorded-exchange.ts';

const REQUESTS = 60;
const RESPONSES = {
  'GET api.mexc.com/api/v3/time': { serverTime: 1 },
  'GET api.gateio.ws/api/v4/spot/time': { server_time: 1 },
  'GET api.bybit.com/v5/market/time': { time: 1 },
};

/** What sends the requests. */
interface Senders {
  readonly exchange?: string;
  /** The API keys of the accounts, which send the requests in turn. */
  readonly keys?: readonly string[];
  readonly workers?: number;
  /** Whether the process knows its workers before or after it opens an account. */
  readonly known?: 'before' | 'after';
}

/** Returns the time that all requests take, in milliseconds. */
async function measureRequests({
  exchange: name = 'mexc',
  keys = ['a'],
  workers = 1,
  known = 'before',
}: Senders): Promise<number> {
  using exchange = new RecordedExchange(RESPONSES);
  let elapsedMs = 0;
  const sleep = async (durationMs: number): Promise<void> => {
    elapsedMs += durationMs;
  };
  const directory = createExchangeDirectory({
    proxyUrl: await exchange.listen(),
    throttle: true,
    clock: { nowMs: Date.now, elapsedMs: () => elapsedMs, sleep },
    signal: new AbortController().signal,
  });
  if (known === 'before') directory.shareBudgets(workers);
  const accounts = await Promise.all(
    keys.map((apiKey) => directory.openAccount(name, { ...SAMPLE_CREDENTIALS, apiKey })),
  );
  if (known === 'after') directory.shareBudgets(workers);
  for (let request = 0; request < REQUESTS; request += 1) {
    await accounts[request % accounts.length]?.fetchTimeMs().catch(() => undefined);
  }
  expect(exchange.requests).toHaveLength(REQUESTS);
  return elapsedMs;
}

it('shares the limit of an address, of an exchange that is opened before or after the other workers start', async () => {
  const alone = await measureRequests({});
  expect(alone).toBeGreaterThan(0);
  expect(await measureRequests({ workers: 3 })).toBeGreaterThan(2.9 * alone);
  expect(await measureRequests({ workers: 3, known: 'after' })).toBeGreaterThan(2.9 * alone);
});

it('shares the limit of an address between all accounts', async () => {
  const alone = await measureRequests({});
  expect(await measureRequests({ keys: ['a', 'b', 'c'] })).toBe(alone);
});

it('shares the limit of a key between the accounts with this key only', async () => {
  const alone = await measureRequests({ exchange: 'bybit' });
  expect(alone).toBeGreaterThan(0);
  expect(await measureRequests({ exchange: 'bybit', keys: ['a', 'a', 'a'] })).toBe(alone);
  expect(await measureRequests({ exchange: 'bybit', keys: ['a', 'b', 'c'] })).toBeLessThan(alone);
});

it('shares the limit of requests without a key between all accounts and workers', async () => {
  const alone = await measureRequests({ exchange: 'gate' });
  expect(alone).toBeGreaterThan(0);
  expect(await measureRequests({ exchange: 'gate', keys: ['a', 'b', 'c'] })).toBe(alone);
  expect(await measureRequests({ exchange: 'gate', workers: 3 })).toBeGreaterThan(2.9 * alone);
});
