import { expect, it } from 'vitest';

import type { Decimal } from '../../domain/decimal.ts';
import { withoutHeldDeposits } from './held-deposits.ts';
import { requireAmount, requireText } from './raw-row.ts';

function balance(asset: string, amount: string) {
  return { asset, amount: amount as Decimal, networks: [] };
}

it('subtracts held deposits from their assets, exactly and never below zero', () => {
  const reading = {
    balances: [balance('BTC', '1.50000000'), balance('ETH', '2.00'), balance('XRP', '3')],
    unreadable: [],
  };
  const deposits = [
    { held: true, coin: 'BTC', amount: '0.25' },
    { held: true, coin: 'BTC', amount: '0.000000001' },
    { held: false, coin: 'BTC', amount: '1' },
    { held: true, coin: 'XRP', amount: '3.1' },
    { held: true, coin: 'NEW', amount: '1' },
    { held: true, coin: 'ETH', amount: 'abc' },
    null,
  ];
  const { balances } = withoutHeldDeposits(reading, deposits, (row) =>
    row['held'] === true
      ? { asset: requireText(row, 'coin'), amount: requireAmount(row, 'amount') }
      : undefined,
  );
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['BTC', '1.249999999'],
    ['ETH', '2.00'],
    ['XRP', '0'],
  ]);
});
