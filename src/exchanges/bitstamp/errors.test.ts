import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { isAbsent, isNotServed } from './errors.ts';

const refused = (text: string) => new ExchangeError('exchange_request_refused', text);

it('distinguishes an endpoint that is not served from one that the key may not read', () => {
  const failures = [
    refused('bitstamp x (HTTP 404): ExchangeNotAvailable'),
    new ExchangeError('exchange_permission_denied', 'API0003'),
    refused('bitstamp x (HTTP 400): Invalid offset'),
    new ExchangeError('exchange_unavailable', 'bitstamp x (HTTP 404)'),
    new ExchangeError('exchange_key_refused', 'API0001'),
    new TypeError('x'),
  ];
  expect(failures.map((each) => isNotServed(each))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(failures.map((each) => isAbsent(each))).toEqual([true, true, false, false, false, false]);
});
