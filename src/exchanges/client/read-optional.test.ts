import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { readOptional } from './read-optional.ts';

it('returns a result, and nothing if the exchange does not serve it, or not to this key', async () => {
  expect(await readOptional(Promise.resolve(5))).toBe(5);
  for (const code of ['exchange_permission_denied', 'exchange_request_refused'] as const) {
    const refused = Promise.reject<number>(new ExchangeError(code, 'refused'));
    expect(await readOptional(refused)).toBeUndefined();
  }
});

it('fails after an error that may pass, and after one that is not of the exchange', async () => {
  for (const error of [new ExchangeError('exchange_unavailable', 'down'), new TypeError('x')]) {
    await expect(readOptional(Promise.reject(error))).rejects.toBe(error);
  }
});
