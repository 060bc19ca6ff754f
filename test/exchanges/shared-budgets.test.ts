import { expect, it } from 'vitest';

import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { RecordedExchange, SAMPLE_CREDENTIALS } from '../best-effort/recorded-exchange.ts';

const REQUESTS = 60;

/** Returns the time that requests of one of some workers take (ms), if it knows the others before the first request. */
async function measureRequests(workers: number): Promise<number> {
  const exchange = new RecordedExchange({ 'GET api.mexc.com/api/v3/time': { serverTime: 1 } });
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
  directory.shareBudgets(workers);
  const account = await directory.openAccount('mexc', SAMPLE_CREDENTIALS);
  for (let request = 0; request < REQUESTS; request += 1) {
    await account.fetchTimeMs().catch(() => undefined);
  }
  expect(exchange.requests).toHaveLength(REQUESTS);
  exchange.close();
  return elapsedMs;
}

it('shares the limit of an address, also of an exchange that is opened after the other workers started', async () => {
  const alone = await measureRequests(1);
  expect(alone).toBeGreaterThan(0);
  expect(await measureRequests(3)).toBeGreaterThan(2.9 * alone);
});
