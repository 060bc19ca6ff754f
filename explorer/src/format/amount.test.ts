import { expect, it } from 'vitest';

import { groupAmount, isZeroAmount } from './amount.ts';

it.each([
  ['0', ['0'], []],
  ['1000', ['1', '000'], []],
  ['123456789.12345678', ['123', '456', '789'], ['123', '456', '78']],
  ['12.340', ['12'], ['340']],
])('groups %s by threes on both sides of the point', (amount, whole, fraction) => {
  expect(groupAmount(amount)).toEqual({ sign: '', whole, fraction });
});

it('separates the sign from the digits', () => {
  expect(groupAmount('-1000.5')).toEqual({ sign: '-', whole: ['1', '000'], fraction: ['5'] });
});

it('recognizes zero with any number of digits', () => {
  expect(['0', '0.000', '0.001', '10'].map(isZeroAmount)).toEqual([true, true, false, false]);
});
