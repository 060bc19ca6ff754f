import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { isForOtherKeys } from './errors.ts';

const refused = (text: string) => new ExchangeError('exchange_request_refused', text);

it('distinguishes a list that Bitstamp does not offer to the key from a missing path and from other failures', () => {
  const failures = [
    new ExchangeError('exchange_permission_denied', 'API0003'),
    refused('bitstamp x (HTTP 400): for main accounts only'),
    refused('bitstamp x (HTTP 404): ExchangeNotAvailable'),
    refused('bitstamp x (HTTP 410): ExchangeNotAvailable'),
    new ExchangeError('exchange_unavailable', 'bitstamp x (HTTP 503)'),
    new TypeError('x'),
  ];
  expect(failures.map((each) => isForOtherKeys(each))).toEqual([
    true,
    true,
    ...Array(4).fill(false),
  ]);
});
