import { describe, expect, it } from 'vitest';

import {
  areVerified,
  listHeldAssets,
  readRawAmounts,
  readUnifiedAmounts,
  UNVERIFIED,
} from './balances.ts';
import { backpack } from './traits/backpack.ts';
import type { ExchangeTraits } from './exchange-traits.ts';

/** Reads one row with the reader of an exchange. */
function readOne({ withdrawable }: ExchangeTraits, row: object) {
  const { values } = readRawAmounts(withdrawable!.reader!, [row], (id) => id);
  return { amount: values[0]?.amount, isVerified: areVerified(values) };
}

describe('a formula with a missing field', () => {
  it('Backpack: the amount is not verified without the maximum withdrawal', () => {
    const row = { symbol: 'JTO', available: '5' };
    expect(readOne(backpack, row)).toEqual({ amount: '5', isVerified: false });
    const aboutCoin = { maxWithdrawalQuantity: '4' };
    expect(readOne(backpack, { ...row, aboutCoin })).toEqual({ amount: '4', isVerified: true });
  });

  it('does not matter for an amount of zero', () => {
    expect(readOne(backpack, { symbol: 'JTO', available: '0.0' }).isVerified).toBe(true);
  });

  it('makes the sum of several rows unverified', () => {
    const reader = {
      rows: () => [],
      coin: () => 'A',
      amount: () => '1',
      isVerified: (row: object) => !('missing' in row),
    };
    for (const rows of [
      [{ missing: true }, {}],
      [{}, { missing: true }],
    ]) {
      expect(readRawAmounts(reader, rows, (id) => id).values).toEqual([
        { asset: 'A', amount: '2', isVerified: false },
      ]);
    }
  });

  it("is known from ccxt's balance", () => {
    const balance = { A: { free: '1', [UNVERIFIED]: true }, B: { free: '1' } };
    expect(readUnifiedAmounts(balance).values).toMatchObject([
      { asset: 'A', isVerified: false },
      { asset: 'B', isVerified: true },
    ]);
  });
});

it('lists assets with an amount, also if the whole amount is in orders', () => {
  const balance = {
    info: {},
    free: { FREE: '1' },
    FREE: { free: '1', used: '0', total: '1' },
    ORDERED: { free: '0', used: '0.5', total: '0.5' },
    TOTAL: { free: undefined, used: undefined, total: '2' },
    EMPTY: { free: '0', used: '0.00', total: '0' },
    UNKNOWN: { free: undefined, used: undefined, total: undefined },
  };
  expect(listHeldAssets(balance)).toEqual(['FREE', 'ORDERED', 'TOTAL']);
});
