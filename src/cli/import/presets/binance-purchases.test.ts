import { describe, expect, it } from 'vitest';

import { readExport } from '../../../../test/cli/read-export.ts';
import { PURCHASE_ROWS_MAX } from './binance-purchases.ts';
import { WordDecisions } from './word-decisions.ts';

const HISTORY = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';

describe('a purchase at Binance', () => {
  const write = (second: number, rest: string) => `1,2025-01-10 23:03:0${second},${rest}`;
  const BOUGHT = 'Spot,Buy Crypto With Fiat,BTC,0.05,Via 1';
  const read = (...rows: readonly string[]) => readExport('binance', [HISTORY, ...rows]);

  it.each([
    [2, 'Spot,Buy Crypto With Fiat,EUR,-2499,Via 1'],
    [4, 'Spot,Buy Crypto With Fiat,EUR,-2499,Via 1'],
    [6, 'Spot,BUY Crypto With Fiat,EUR,-2499,Via 1'],
    [4, 'Funding,Buy Crypto With Fiat,EUR,-2499,Via 1'],
  ])('that another row has paid in second %i (%s) is a trade, in any order', (second, payment) => {
    const rows = [write(4, BOUGHT), write(second, payment)];
    for (const each of [rows, rows.toReversed()]) {
      const { records, skipped } = read(...each);
      expect([...records]).toEqual([]);
      expect([...skipped.values()].map((reason) => reason.toLowerCase())).toEqual(
        Array(2).fill('buy crypto with fiat: a trade'),
      );
    }
  });

  it.each([
    [1, 'Spot,Buy Crypto With Fiat,EUR,-2499,Via 1'],
    [7, 'Spot,Buy Crypto With Fiat,EUR,-2499,Via 1'],
    [4, 'Spot,Buy Crypto With Card,EUR,-2499,Via 1'],
    [4, 'Spot,Buy Crypto With Fiat,EUR,-2499,Via 2'],
    [4, 'Spot,Buy Crypto With Fiat,ETH,2,Via 1'],
    [4, 'Margin,Buy Crypto With Fiat,EUR,-2499,Via 1'],
  ])('that no row has paid is a deposit, next to one in second %i (%s)', (second, other) => {
    const { records } = read(write(second, other), write(4, BOUGHT));
    expect(records.get(3)).toMatchObject({ type: 'deposit', asset: 'BTC', amount: '0.05' });
  });

  it('that the account pays by its remark is a trade without the row of the fiat', () => {
    const { skipped } = read(
      write(4, 'Spot,Buy Crypto With Fiat,BTC,0.05,Via CashBalance - Wallet/1'),
    );
    expect(skipped.get(2)).toBe('Buy Crypto With Fiat: a trade');
  });

  it('has the type of an option', () => {
    const rows = [write(4, BOUGHT), write(4, 'Spot,Buy Crypto With Fiat,EUR,-2499,Via 1')];
    const decisions = new WordDecisions(['Buy Crypto With Fiat=deposit'], []);
    const { records, skipped } = readExport('binance', [HISTORY, ...rows], { decisions });
    expect(records.get(2)).toMatchObject({ type: 'deposit' });
    expect(skipped.get(3)).toBe('Buy Crypto With Fiat: a trade');
  });

  it('is refused after as many rows of others as a file may have', () => {
    const rows = Array.from({ length: PURCHASE_ROWS_MAX / 2 }, (_, no) => [
      write(4, `${BOUGHT}${no}`),
      write(4, `Spot,Buy Crypto With Fiat,EUR,-2499,${no}`),
    ]).flat();
    const { records, problems } = read(...rows, write(4, BOUGHT));
    expect(records.size).toBe(rows.length / 2);
    expect([...problems]).toEqual([
      [
        rows.length + 2,
        `there are more than ${PURCHASE_ROWS_MAX} rows of purchases: import the file in parts`,
      ],
    ]);
  });
});
