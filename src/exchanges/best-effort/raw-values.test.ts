import { describe, expect, it } from 'vitest';

import {
  findDigits,
  indexDigits,
  listRawValues,
  readAnyTime,
  restoreDigits,
} from './raw-values.ts';

describe('restoreDigits', () => {
  const rawValues = listRawValues({ a: '1.500', b: { c: 2 }, d: '-3.10' });

  it.each([
    ['1.5', '1.500'],
    [1.5, '1.500'],
    ['2', '2'],
    ['3.1', '3.10'],
    ['7.0', '7.0'],
    [7, null],
    ['none', null],
    // No number of ccxt.
    [['1.5'], null],
  ])('restores the digits of %j from the row: %s', (value, digits) => {
    expect(restoreDigits(value, rawValues)).toBe(digits);
    expect(findDigits(value, indexDigits(rawValues))).toBe(digits);
  });
});

it('lists the values in a text that is a JSON object', () => {
  const rawValues = listRawValues({
    Form: '{"TimeSubmitted":1718000123000,"To":{"Address":"a1"}}',
  });
  expect(rawValues).toContainEqual({ name: 'TimeSubmitted', text: '1718000123000' });
  expect(rawValues).toContainEqual({ name: 'Address', text: 'a1' });
  expect(listRawValues({ Form: '{not an object}' })).toHaveLength(1);
  const longText = (length: number) => JSON.stringify({ a: 'x'.repeat(length - 8) });
  expect(listRawValues({ Form: longText(10_000) })).toHaveLength(2);
  expect(listRawValues({ Form: longText(10_001) })).toHaveLength(1);
});

it('lists at most 300 values, and none of a deep or empty part', () => {
  expect(listRawValues(Array.from({ length: 400 }, (_, index) => index))).toHaveLength(300);
  expect(listRawValues([1, 2, 3], 2)).toHaveLength(2);
  expect(listRawValues({ a: { b: { c: { d: { e: '5', f: { g: '6' } } } } } })).toEqual([
    { name: 'e', text: '5' },
  ]);
  expect(listRawValues({ a: '', b: null, c: true })).toEqual([]);
});

it('reads the ticks of .NET as a time', () => {
  expect(readAnyTime('637431291261187806')).toBe(Date.UTC(2020, 11, 9, 16, 45, 26, 118));
});

it('returns null for a text that is too long for a time', () => {
  expect(readAnyTime('2024-05-05T15:38:56Z')).toBe(Date.UTC(2024, 4, 5, 15, 38, 56));
  expect(readAnyTime('T'.repeat(200_000))).toBeNull();
  expect(readAnyTime('171492370.1e3')).toBeNull();
});

it.each([
  ['2022-12-21 00:48:45.477503+00', Date.UTC(2022, 11, 21, 0, 48, 45, 477)],
  ['2024-03-14T02:32:18.497999Z', Date.UTC(2024, 2, 14, 2, 32, 18, 497)],
  ['1718000123477503', 1_718_000_123_477],
  ['1718000123.4779999', 1_718_000_123_477],
  // The product of this time and 1000 in binary floats is less than 134567876001.
  ['134567876.001', 134_567_876_001],
])('rounds %s down to the millisecond', (text, timeMs) => {
  expect(readAnyTime(text)).toBe(timeMs);
});
