import { expect, it } from 'vitest';

import { readFeeIn, withoutCurrency } from './fee.ts';

it('reads a fee without its sign, and no currency without a fee', () => {
  expect(readFeeIn('BTC', { fee: '-0.10' }, 'fee')).toEqual({
    feeCost: '0.10',
    feeCurrency: 'BTC',
  });
  expect(readFeeIn('BTC', {}, 'fee')).toEqual({ feeCost: null, feeCurrency: null });
});

it.each([
  ['0.01000000eth', 'ETH', '0.01000000'],
  ['0.01ETH', 'eth', '0.01'],
  ['0.01', 'ETH', '0.01'],
])('reads the number of %s in %s as %s', (fee, currency, number) => {
  expect(withoutCurrency(fee, currency)).toBe(number);
});
