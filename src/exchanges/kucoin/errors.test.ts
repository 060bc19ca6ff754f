import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { translateError } from './errors.ts';

it.each([
  ['exchange_key_refused', '{"code":"400007","msg":"..."}', 'exchange_permission_denied'],
  ['exchange_request_refused', '{ "code": "429000" }', 'exchange_rate_limited'],
  [
    'exchange_key_refused',
    '{"code":"400003","msg":"KC-API-KEY not exists"}',
    'exchange_key_refused',
  ],
  ['exchange_unavailable', 'no response', 'exchange_unavailable'],
] as const)('maps %s with %s to %s', (code, message, expected) => {
  expect(translateError(new ExchangeError(code, message))).toMatchObject({
    code: expected,
    message,
  });
});

it('returns every other error unchanged', () => {
  const limited = new ExchangeError('exchange_rate_limited', '{"code":"429000"}', {
    retryAfterMs: 5,
  });
  expect(translateError(limited)).toBe(limited);
  const defect = new TypeError('a defect');
  expect(translateError(defect)).toBe(defect);
});
