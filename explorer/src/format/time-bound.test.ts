import { afterEach, describe, expect, it, vi } from 'vitest';

import { formatBound, parseBound, readBound } from './time-bound.ts';

it.each([
  ['2024-02-29', '2024-02-29T00:00:00Z'],
  [' 2024-02-29 14:05 ', '2024-02-29T14:05:00Z'],
  ['2024-02-29T14:05:06', '2024-02-29T14:05:06Z'],
  ['2024-02-29T14:05:06.1234567890Z', '2024-02-29T14:05:06.1234567890Z'],
  ['2024-02-29t14:05:06z', '2024-02-29T14:05:06Z'],
  ['2024-02-29 14:05 +05:30', '2024-02-29T14:05:00+05:30'],
  ['2024-02-30', undefined],
  ['2024-13-01', undefined],
  ['2024-02-29 25:00', undefined],
  ['yesterday', undefined],
])('reads %j in UTC as %j', (text, bound) => {
  expect(parseBound(text, 'utc')).toBe(bound);
});

it('reads a time without a zone in the time zone of the reader', () => {
  const bound = parseBound('2024-02-29 14:05', 'local');
  expect(new Date(bound!).getTime()).toBe(new Date(2024, 1, 29, 14, 5).getTime());
});

it.each(['5', '2024-3-1', 'Feb 2024', '2024-02-30T00:00:00Z'])(
  'shows %j unchanged, which the service refuses',
  (text) => {
    expect(formatBound(text, 'utc')).toBe(text);
    expect(parseBound(text, 'utc')).toBeUndefined();
  },
);

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['Europe/Berlin', '2024-05-01 02:00'],
  ['America/New_York', '2024-04-30 20:00'],
])(
  'shows a bound that is only a date as midnight UTC, as the service reads it, in %s',
  (zone, text) => {
    vi.stubEnv('TZ', zone);
    expect(readBound('2024-05-01', 'local')).toBe(Date.UTC(2024, 4, 1));
    expect(formatBound('2024-05-01', 'local')).toBe(text);
    expect(formatBound('2024-05-01', 'utc')).toBe('2024-05-01 00:00');
  },
);

describe('a local time that a change of the clock has skipped', () => {
  it.each([
    ['Africa/Cairo', '2024-04-26', '2024-04-26T01:00:00+03:00'],
    ['Asia/Beirut', '2024-03-31', '2024-03-31T01:00:00+03:00'],
    ['America/Santiago', '2024-09-08', '2024-09-08T01:00:00-03:00'],
    ['Europe/Berlin', '2024-03-31 02:30:15.5', '2024-03-31T03:00:00+02:00'],
    ['Pacific/Apia', '2011-12-30', '2011-12-31T00:00:00+14:00'],
    ['Europe/Berlin', '2024-03-31 03:30:15.5', '2024-03-31T03:30:15.5+02:00'],
    ['Africa/Cairo', '2024-04-25', '2024-04-25T00:00:00+02:00'],
  ])('in %s means the end of the skipped time: %s', (zone, text, bound) => {
    vi.stubEnv('TZ', zone);
    expect(parseBound(text, 'local')).toBe(bound);
  });
});

it.each([
  ['2024-02-29T14:05:00Z', '2024-02-29 14:05'],
  ['2024-02-29T14:05:06Z', '2024-02-29 14:05:06'],
  ['2024-02-29T14:05:06+05:30', '2024-02-29 08:35:06'],
  ['2024-02-29T14:05:06.123456Z', '2024-02-29T14:05:06.123456Z'],
  ['yesterday', 'yesterday'],
])('writes %j in UTC as %j, which is the same time', (bound, text) => {
  expect(formatBound(bound, 'utc')).toBe(text);
  expect(Date.parse(parseBound(text, 'utc') ?? '')).toBe(Date.parse(bound));
});
