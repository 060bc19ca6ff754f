import { expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../domain/duration.ts';
import { readLifetime, readPort, readWorkerCount } from './option-values.ts';

it.each([
  ['12h', 12 * HOUR_MS],
  ['90d', 90 * DAY_MS],
  ['2w', 14 * DAY_MS],
  ['100y', 36_500 * DAY_MS],
  ['36500d', 36_500 * DAY_MS],
  ['876000h', 36_500 * DAY_MS],
])('the lifetime %s is %i ms', (text, lifetimeMs) => {
  expect(readLifetime(text)).toEqual({ lifetimeMs });
});

it.each(['101y', '36501d', '876001h', '999999w', '0d', '-1d', '1.5d', '1', 'd', '1m', '1d ', ''])(
  'the lifetime %j is refused',
  (text) => {
    expect(() => readLifetime(text)).toThrow(/at most 100y/);
  },
);

it('a key may have no end', () => {
  expect(readLifetime('never')).toBe('never');
});

it.each([
  ['0', 0],
  ['8080', 8080],
  ['65535', 65_535],
])('the port %s is accepted', (text, port) => {
  expect(readPort(text)).toBe(port);
});

it.each(['65536', '-1', '08', '80a', '', '1e3', '99999'])('the port %j is refused', (text) => {
  expect(() => readPort(text)).toThrow(/from 0 to 65535/);
});

it.each(['0', '65', '08', '1.5', ''])('the number of workers %j is refused', (text) => {
  expect(() => readWorkerCount(text)).toThrow(/from 1 to 64/);
  expect(readWorkerCount('64')).toBe(64);
});
