import { expect, it } from 'vitest';

import { ExchangeError, UnknownExchangeError } from './exchange.ts';

it.each([
  ['exchange_unavailable', { transient: true, permanent: false }],
  ['exchange_rate_limited', { transient: true, permanent: false }],
  ['exchange_clock', { transient: true, permanent: false }],
  ['exchange_key_refused', { transient: false, permanent: true }],
  ['exchange_permission_denied', { transient: false, permanent: true }],
  // A defect of this program: a later version may succeed with the same key.
  ['exchange_request_refused', { transient: false, permanent: false }],
] as const)('%s is %o', (code, expected) => {
  const { transient, permanent } = new ExchangeError(code, 'refused');
  expect({ transient, permanent }).toEqual(expected);
});

it('names an unknown exchange without its control characters, and the supported ones', () => {
  expect(new UnknownExchangeError('okx\n', ['kraken', 'okx']).message).toBe(
    String.raw`unknown exchange "okx\n"; supported: kraken, okx`,
  );
});
