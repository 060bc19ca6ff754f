import { expect, it } from 'vitest';

import type { Decimal } from '../../domain/decimal.ts';
import { withoutHeldDeposits } from './held-deposits.ts';
import { type RawRow, requireAmount, requireText } from './raw-row.ts';

function balance(asset: string, amount: string) {
  return { asset, amount: amount as Decimal, networks: [] };
}

const toHeld = (row: RawRow) =>
  row['held'] === true
    ? { asset: requireText(row, 'coin'), amount: requireAmount(row, 'amount') }
    : undefined;

it.each([
  ['whole', [{ held: true, coin: 'BTC', amount: '1' }], undefined],
  ['empty', [], undefined],
  ['refused', undefined, true],
  ['with a deposit that cannot be read', [{ held: true, coin: 'BTC' }], true],
  ['as long as a page', [{ held: false }, { held: false }], true],
])(
  'the amounts of a list of deposits that is %s are verified or not',
  (_what, deposits, expected) => {
    const reading = { balances: [balance('BTC', '1')], unreadable: [] };
    const { withdrawableUnverified } = withoutHeldDeposits(reading, deposits, toHeld, 2);
    expect(withdrawableUnverified).toBe(expected);
  },
);

it('subtracts held deposits from their assets, exactly and never below zero', () => {
  const reading = {
    balances: [
      balance('BTC', '1.50000000'),
      balance('ETH', '2.00'),
      balance('XRP', '3'),
      balance('ADA', '4.0'),
    ],
    unreadable: [],
  };
  const deposits = [
    { held: true, coin: 'BTC', amount: '0.25' },
    { held: true, coin: 'BTC', amount: '0.000000001' },
    { held: false, coin: 'BTC', amount: '1' },
    { held: true, coin: 'XRP', amount: '3.1' },
    { held: true, coin: 'ADA', amount: '4.0' },
    { held: true, coin: 'NEW', amount: '1' },
    { held: true, coin: 'ETH', amount: 'abc' },
    null,
  ];
  const { balances } = withoutHeldDeposits(reading, deposits, toHeld);
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['BTC', '1.249999999'],
    ['ETH', '2.00'],
    ['XRP', '0'],
    ['ADA', '0'],
  ]);
});

it('quarantines a balance from which a deposit cannot be subtracted exactly, and skips such a deposit', () => {
  const huge = '9'.repeat(100);
  const tiny = `0.${'0'.repeat(60)}1`;
  const reading = { balances: [balance('BTC', huge), balance('ETH', '2')], unreadable: [] };
  const held = (coin: string, amount: string) => ({ held: true, coin, amount });
  const { balances, unreadable, withdrawableUnverified } = withoutHeldDeposits(
    reading,
    [held('BTC', tiny), held('ETH', '1'), held('XRP', huge), held('XRP', tiny)],
    toHeld,
  );
  expect(balances).toMatchObject([{ asset: 'ETH', amount: '1' }]);
  expect(unreadable).toMatchObject([{ key: 'balances:BTC' }]);
  expect(withdrawableUnverified).toBe(true);
});

it('keeps what the reading of the balances reports', () => {
  const reading = {
    balances: [balance('BTC', '1')],
    unreadable: [{ key: 'balances:ETH', raw: '{}', reason: 'free is missing' }],
    withdrawableUnverified: true,
  } as const;
  expect(withoutHeldDeposits(reading, [], toHeld)).toEqual(reading);
  // A list that is never cut is whole at any length.
  const verified = { balances: reading.balances, unreadable: [] };
  expect(withoutHeldDeposits(verified, [{ held: false }], toHeld)).toEqual(verified);
});
