import { expect, it } from 'vitest';

import { readConfig } from '../config/read-config.ts';
import { exchangeOptions } from './exchange-options.ts';

it('rate limits of exchanges are respected unless the configuration turns this off', () => {
  const isThrottled = (env: Readonly<Record<string, string>>): boolean =>
    exchangeOptions(readConfig(env, '/'), Date.now, new AbortController().signal).throttle;
  expect(isThrottled({})).toBe(true);
  expect(isThrottled({ TELLER_EXCHANGE_THROTTLE: 'off' })).toBe(false);
});
