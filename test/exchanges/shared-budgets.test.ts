import { expect, it } from 'vitest';

import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { RecordedExchange, SAMPLE_CREDENTIALS } from '../best-effort/recorded-exchange.ts';

const REQUESTS = 60;

/**
 * Returns the time that requests of one of some workers take (ms), if it knows the others before or after it opens an
 * account.
 */
async function measureRequests(
  workers: number,
  known: 'before' | 'after' = 'before',
): Promise<number> {
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
  if (known === 'before') directory.shareBudgets(workers);
  const account = await directory.openAccount('mexc', SAMPLE_CREDENTIALS);
  if (known === 'after') directory.shareBudgets(workers);
  for (let request = 0; request < REQUESTS; request += 1) {
    await account.fetchTimeMs().catch(() => undefined);
  }
  expect(exchange.requests).toHaveLength(REQUESTS);
  exchange.close();
  return elapsedMs;
}

it('shares the limit of an address, of an exchange that is opened before or after the other workers start', async () => {
  const alone = await measureRequests(1);
  expect(alone).toBeGreaterThan(0);
  expect(await measureRequests(3)).toBeGreaterThan(2.9 * alone);
  expect(await measureRequests(3, 'after')).toBeGreaterThan(2.9 * alone);
});
