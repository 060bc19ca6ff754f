import { describe, expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import {
  expectList,
  expectListIn,
  expectObject,
  readDecimal,
  readFee,
  readObject,
  readText,
  requireAmount,
  requireInstant,
  requireText,
  requireTimestampMs,
  requireTimestampSeconds,
  requireUtcText,
  UnreadableRowError,
} from './raw-row.ts';

const rowOf = (value: unknown) => ({ field: value });

describe('a response', () => {
  it('without any of the lists names all of them', () => {
    expect(expectListIn({ b: [1] }, ['a', 'b'], 'rows')).toEqual([1]);
    // Some servers write an empty list as null.
    expect(expectListIn({ b: null }, ['a', 'b'], 'rows')).toEqual([]);
    expect(() => expectListIn({ c: [] }, ['a', 'b'], 'rows')).toThrow(
      'rows: the response is not an object with a or b',
    );
  });

  it('of the wrong type is an error of the exchange', () => {
    expect(expectObject({ a: 1 }, 'time')).toEqual({ a: 1 });
    expect(expectList([1], 'rows')).toEqual([1]);
    for (const response of [null, undefined, 'html', 5, []]) {
      expect(() => expectObject(response, 'time')).toThrow(ExchangeError);
    }
    for (const response of [null, undefined, 'html', 5, {}]) {
      expect(() => expectList(response, 'rows')).toThrow(ExchangeError);
    }
  });
});

it.each([undefined, null, 'text', 5, [1]])('reads %j as an object without fields', (value) => {
  expect(readObject(rowOf(value), 'field')).toEqual({});
  expect(readObject(rowOf({ a: 1 }), 'field')).toEqual({ a: 1 });
});

it('repeats only the beginning of a long value in the reason', () => {
  const row = rowOf('x'.repeat(1000));
  const beginning = 'x'.repeat(40);
  expect(() => readDecimal(row, 'field')).toThrow(
    new UnreadableRowError(`field is not a decimal: ${beginning}`),
  );
  expect(() => requireTimestampMs(row, 'field')).toThrow(
    new UnreadableRowError(`field is not a time: ${beginning}`),
  );
});

describe('a text', () => {
  it('is returned unchanged, a number with all its digits, and a missing one as null', () => {
    expect(readText(rowOf(' a '), 'field')).toBe(' a ');
    expect(readText(rowOf(17), 'field')).toBe('17');
    for (const value of ['', null, undefined, true, {}, ['a']]) {
      expect(readText(rowOf(value), 'field')).toBeNull();
      expect(() => requireText(rowOf(value), 'field')).toThrow('field is missing');
    }
  });

  it.each(['x'.repeat(1025), 'a\nb', 'a\u0000', '\uD800'])('is refused: case %#', (value) => {
    expect(() => readText(rowOf(value), 'field')).toThrow(UnreadableRowError);
  });
});

describe('an amount', () => {
  it('keeps its digits, and is refused if it is negative, missing or invalid', () => {
    expect(readDecimal(rowOf('1.50'), 'field')).toBe('1.50');
    expect(readDecimal(rowOf(null), 'field')).toBeNull();
    expect(requireAmount(rowOf('0.00'), 'field')).toBe('0.00');
    expect(readFee(rowOf('-0.10'), 'field')).toBe('0.10');
    expect(readFee(rowOf(''), 'field')).toBeNull();
    for (const value of ['abc', '1,5', 'NaN', '-1', '']) {
      expect(() => requireAmount(rowOf(value), 'field')).toThrow(UnreadableRowError);
    }
  });
});

describe('a time', () => {
  it('is read in milliseconds, in seconds with or without a fraction, and as UTC text', () => {
    expect(requireTimestampMs(rowOf('1714923704123'), 'field')).toBe(1714923704123);
    expect(requireTimestampSeconds(rowOf('1714923704'), 'field')).toBe(1714923704000);
    expect(requireTimestampSeconds(rowOf('1714923704.1239'), 'field')).toBe(1714923704123);
    expect(requireTimestampSeconds(rowOf('1714923704.5'), 'field')).toBe(1714923704500);
    expect(requireUtcText(rowOf('2024-05-05 15:41:44'), 'field')).toBe(1714923704000);
  });

  it('is truncated to milliseconds in every form', () => {
    expect(requireTimestampMs(rowOf('1714923704123.999'), 'field')).toBe(1714923704123);
    expect(requireTimestampSeconds(rowOf('1714923704.9999999'), 'field')).toBe(1714923704999);
    expect(requireTimestampSeconds(rowOf('1714923704.035'), 'field')).toBe(1714923704035);
    expect(requireUtcText(rowOf('2024-05-05 15:41:33.607389'), 'field')).toBe(1714923693607);
    expect(requireInstant(rowOf('2024-05-05T15:41:33.607389Z'), 'field')).toBe(1714923693607);
    expect(requireInstant(rowOf('2024-05-05T17:41:59.999999+02:00'), 'field')).toBe(1714923719999);
  });

  it.each(['yesterday', '0', '-5', '1e3', '1e99', '0x10', ' 5', '0.5', '253402300800000'])(
    'is refused: %s',
    (value) => {
      expect(() => requireTimestampMs(rowOf(value), 'field')).toThrow('field is not a time');
    },
  );

  it.each(['0x5', '1.5e3', ' 5', '1e1', '.5', '5.1x'])('is refused in seconds: %s', (value) => {
    expect(() => requireTimestampSeconds(rowOf(value), 'field')).toThrow('field is not a time');
  });

  it.each(['2024-02-30 00:00:00', 'now'])('is refused as UTC text: %s', (value) => {
    expect(() => requireUtcText(rowOf(value), 'field')).toThrow('field is not a time');
    expect(() => requireInstant(rowOf(value), 'field')).toThrow('field is not a time');
  });
});
