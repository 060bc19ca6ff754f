import { describe, expect, it } from 'vitest';

import { findDigits, indexDigits, listLeaves, readAnyTime, restoreDigits } from './raw-leaves.ts';

describe('restoreDigits', () => {
  const leaves = listLeaves({ a: '1.500', b: { c: 2 }, d: '-3.10' });

  it.each([
    ['1.5', '1.500'],
    [1.5, '1.500'],
    ['2', '2'],
    ['3.1', '3.10'],
    ['7.0', '7.0'],
    [7, null],
    ['none', null],
  ])('gives %j the digits of the row: %s', (value, digits) => {
    expect(restoreDigits(value, leaves)).toBe(digits);
    expect(findDigits(value, indexDigits(leaves))).toBe(digits);
  });
});

it('reads a text that is too long for a time as none', () => {
  expect(readAnyTime('2024-05-05T15:38:56Z')).toBe(Date.UTC(2024, 4, 5, 15, 38, 56));
  expect(readAnyTime('T'.repeat(200_000))).toBeNull();
});
