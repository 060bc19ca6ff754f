import { expect, it } from 'vitest';

import { readConfig } from '../config/read-config.ts';
import { exchangeOptions } from './exchange-options.ts';

it('rate limits of exchanges are respected unless the configuration turns this off', () => {
  const isThrottled = (env: Readonly<Record<string, string>>): boolean =>
    exchangeOptions(readConfig(env, '/'), Date.now, new AbortController().signal).throttle;
  expect(isThrottled({})).toBe(true);
  expect(isThrottled({ TELLER_EXCHANGE_THROTTLE: 'off' })).toBe(false);
});

it('a process that has to stop does not wait for the rate limit of an exchange', async () => {
  const stop = new AbortController();
  const { clock } = exchangeOptions(readConfig({}, '/'), Date.now, stop.signal);
  const waiting = clock.sleep(60_000);
  stop.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
