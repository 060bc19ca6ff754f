import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseInstantCeiling, parseInstantFloor, shortenInstant } from './instant.ts';

describe('parseInstantCeiling', () => {
  it.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T12:30:45Z', '2024-02-29T12:30:45.000Z'],
    ['2024-02-29t12:30:45z', '2024-02-29T12:30:45.000Z'],
    ['2024-02-29T12:30:45.123Z', '2024-02-29T12:30:45.123Z'],
    ['2024-02-29T12:30:45.1Z', '2024-02-29T12:30:45.100Z'],
    ['2024-02-29T12:30:45.1230000000Z', '2024-02-29T12:30:45.123Z'],
    ['2024-02-29T12:30:45.1230000001Z', '2024-02-29T12:30:45.124Z'],
    ['2024-02-29T23:59:59.9999Z', '2024-03-01T00:00:00.000Z'],
    ['2024-02-29T12:30:45+02:00', '2024-02-29T10:30:45.000Z'],
    ['2024-02-29T12:30:45 02:00', '2024-02-29T10:30:45.000Z'],
    ['2024-02-29T12:30:45-05:30', '2024-02-29T18:00:45.000Z'],
    ['2024-02-29T12:30:45-00:00', '2024-02-29T12:30:45.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T15:59:60.5-08:00', '2017-01-01T00:00:00.000Z'],
    ['2015-06-30T23:59:60Z', '2015-07-01T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['0000-01-01', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseInstantCeiling(text)).toBe(Date.parse(expected));
  });

  it.each([
    '',
    '2024',
    '2024-02',
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-1-1',
    '2024-02-29T12:30:45',
    '2024-02-29T12:30Z',
    '2024-02-29 12:30:45Z',
    '2024-02-29T24:00:00Z',
    '2024-02-29T12:60:00Z',
    '2024-02-29T12:30:60Z',
    '2017-01-01T12:30:60Z',
    // Leap seconds end a half of a year.
    '2024-02-29T23:59:60Z',
    '2024-06-29T23:59:60Z',
    '2024-02-29T12:30:61Z',
    '2024-02-29T12:30:45.Z',
    '2024-02-29T12:30:45+24:00',
    '2024-02-29T12:30:45+01:60',
    '2024-02-29T12:30:45+0100',
    '2024-02-29T12:30:45+01',
    '1709164800000',
    'yesterday',
    '2024-02-29Z',
    ' 2024-02-29',
    '2024-02-29 ',
    '+002024-02-29',
    '-2024-02-29',
    '٢٠٢٤-02-29',
    '2024-02-29T12:30:45ZZ',
  ])('refuses %j', (text) => {
    expect(parseInstantCeiling(text)).toBeUndefined();
  });

  it('agrees with Date on every whole millisecond', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(parseInstantCeiling(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });
});

describe('parseInstantFloor', () => {
  it.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T12:30:33.607389Z', '2024-02-29T12:30:33.607Z'],
    ['2024-02-29T12:30:33.6Z', '2024-02-29T12:30:33.600Z'],
    ['2024-02-29T23:59:59.999999999Z', '2024-02-29T23:59:59.999Z'],
    ['2024-02-29T12:30:45.9999+02:00', '2024-02-29T10:30:45.999Z'],
    ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.000Z'],
    // Before 1970 too, the earlier millisecond.
    ['1969-12-31T23:59:59.0009Z', '1969-12-31T23:59:59.000Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseInstantFloor(text)).toBe(Date.parse(expected));
  });

  it.each(['2024-02-30', '2024-02-29T12:30:45', '2024-02-29T12:30:45 02:00'])(
    'refuses %j',
    (text) => {
      expect(parseInstantFloor(text)).toBeUndefined();
    },
  );

  it('is at most one millisecond before the ceiling, for any fraction', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,12}$/), (fraction) => {
        const text = `2024-02-29T12:30:45.${fraction}Z`;
        const [floor = NaN, ceiling = NaN] = [parseInstantFloor(text), parseInstantCeiling(text)];
        const isFiner = /^\d{3}\d*[1-9]/.test(fraction);
        expect(ceiling - floor).toBe(isFiner ? 1 : 0);
      }),
    );
  });
});

describe('shortenInstant', () => {
  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2024-02-29T12:30:45.123456789Z', '2024-02-29T12:30:45.123456789Z'],
    [`2024-02-29T12:30:45.123${'0'.repeat(100)}Z`, '2024-02-29T12:30:45.123Z'],
    [`2024-02-29T12:30:45.123${'0'.repeat(100)}1+02:00`, '2024-02-29T12:30:45.1231+02:00'],
    [`2024-02-29T12:30:45.${'9'.repeat(100)} 02:00`, '2024-02-29T12:30:45.9991 02:00'],
    [`9999-12-31T23:59:59.${'9'.repeat(100)}Z`, '9999-12-31T23:59:59.9991Z'],
    [`0000-01-01T00:00:00.${'0'.repeat(100)}+23:59`, '0000-01-01T00:00:00.000+23:59'],
    [`2016-12-31T23:59:60.${'5'.repeat(100)}Z`, '2016-12-31T23:59:60.5551Z'],
  ])('keeps the millisecond of a bound: %s', (text, short) => {
    expect(shortenInstant(text)).toBe(short);
    expect(parseInstantCeiling(short)).toBe(parseInstantCeiling(text));
    expect(parseInstantCeiling(short)).toBeDefined();
  });
});
