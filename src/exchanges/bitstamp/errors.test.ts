import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { isAbsent, isNotServed, translateError } from './errors.ts';

const refused = (text: string) => new ExchangeError('exchange_request_refused', text);

it.each([
  ['bitstamp x (HTTP 403): {"status":"error","code":"API0017"}', 'exchange_clock'],
  ['bitstamp x (HTTP 400): {"response_code":"400.002"}', 'exchange_rate_limited'],
  ['bitstamp x (HTTP 400): {"response_code": "400.067"}', 'exchange_rate_limited'],
  ['bitstamp x (HTTP 400): {"response_code":"400.010"}', 'exchange_request_refused'],
])('maps %s to %s', (message, code) => {
  expect(translateError(refused(message))).toMatchObject({ code });
});

it('returns every other error unchanged', () => {
  const denied = new ExchangeError('exchange_permission_denied', 'API0003');
  expect(translateError(denied)).toBe(denied);
  const broken = new TypeError('x');
  expect(translateError(broken)).toBe(broken);
});

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
