/** Rows of exports about fiat with fees. */
import { describe, expect, it } from 'vitest';

import { mapTransactions } from '../../src/exchanges/coinbase/transactions.ts';
import { readExport, readRow } from './read-export.ts';

describe('a row of the fiat history of Binance', () => {
  const HEADER = 'Date(UTC),Coin,Amount,Status,Payment Method,Indicated Amount,Fee,Order ID';
  const NEWER = 'Date(UTC+1),Method,Deposit Amount,Receive Amount,Fee,Status,Transaction ID';
  const write = (paid: string, received: string, fee: string) =>
    `2023-07-08 12:40:27,Bank Transfer,${paid},${received},${fee},Successful,01234567890123456789012345`;

  it.each([
    ['fiat-deposit-history.csv', 'deposit', '1000'],
    ['fiat-withdraw-history.csv', 'withdrawal', '990'],
  ])(
    'in %s has the amount from which its fee is subtracted, or to which it is added',
    (fileName, type, amount) => {
      const cells = '2021-05-01 08:00:00,EUR,990,Successful,Bank Transfer (SEPA),1000,10,aabb';
      const row = readRow('binance', HEADER, cells, { fileName });
      expect(row).toMatchObject({ type, amount, feeCost: '10', feeCurrency: 'EUR' });
      const newer = write('1000.00 EUR', '990 EUR', '10 EUR');
      expect(readRow('binance', NEWER, newer, { fileName })).toMatchObject({
        type,
        asset: 'EUR',
        amount: type === 'deposit' ? '1000.00' : '990',
        timestamp: Date.parse('2023-07-08T11:40:27Z'),
        feeCost: '10',
        feeCurrency: 'EUR',
      });
    },
  );

  it('in the newer layout has no id of the API, which a warning says, and may have no fee or decimal commas', () => {
    const options = { fileName: 'deposit.csv', hasDecimalComma: true };
    const cells = write('"1.000,50 EUR"', '"1.000,50 EUR"', '');
    const { records, caution } = readExport('binance', [NEWER, cells], options);
    expect(records.get(2)).toMatchObject({ id: null, amount: '1000.50', feeCost: null });
    expect(caution).toContain('ids');
  });

  it.each([
    ['999 USD', '1 EUR'],
    ['999 EUR', '1 USD'],
  ])('in the newer layout is refused if it receives %s for a fee of %s in EUR', (received, fee) => {
    const options = { fileName: 'deposit.csv' };
    const { problems } = readExport('binance', [NEWER, write('1000 EUR', received, fee)], options);
    expect(problems.get(2)).toBe('deposit amount, receive amount and fee have several currencies');
  });
});

describe('a row of Coinbase with a fee in its asset', () => {
  const HEADER =
    'Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Fees and/or Spread';
  /** Returns the rows of the export and of synchronisation. */
  const readBoth = (word: string, type: string, quantity: string) => {
    const row = `2024-03-06 08:00:00 UTC,${word},EUR,${quantity},EUR,€1.50`;
    const { records, caution } = readExport('coinbase', [HEADER, row]);
    const api = {
      id: '1',
      type,
      status: 'completed',
      amount: { amount: quantity, currency: 'EUR' },
      created_at: '2024-03-06T08:00:00Z',
    };
    const { transactions } = mapTransactions(
      [{ row: api, accountId: 'main', isReported: true }],
      (id) => id,
      { startedAtMs: Date.UTC(2034, 0), windowOf: () => ({ fromMs: 1, toMs: 2 }) },
    );
    return { imported: records.get(2), synced: transactions[0], caution };
  };

  it('that deposits is the row of synchronisation: its quantity is what arrived', () => {
    const { imported, synced } = readBoth('Deposit', 'fiat_deposit', '990.00');
    const expected = { type: 'deposit', amount: '990.00', feeCost: null, feeCurrency: null };
    expect([imported, synced]).toMatchObject([expected, expected]);
  });

  it('that withdraws is not the row of synchronisation, which the preset says', () => {
    const { imported, synced, caution } = readBoth('Withdrawal', 'fiat_withdrawal', '-251.50');
    expect(imported).toMatchObject({ amount: '250.00', feeCost: '1.50' });
    expect(synced).toMatchObject({ amount: '251.50', feeCost: null });
    expect(caution).toContain('fiat withdrawals with a fee');
  });
});
