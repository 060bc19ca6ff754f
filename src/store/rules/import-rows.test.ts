import { expect, it } from 'vitest';

import { parseDecimal } from '../../domain/decimal.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { fillGaps, type ImportRow, listDifferences } from './import-rows.ts';

const STORED: Transaction = {
  id: 'tx_1',
  asset: 'BTC',
  type: 'withdrawal',
  amount: parseDecimal('1.50'),
  timestampMs: 1_700_000_000_000,
  status: 'completed',
  txid: 'hash',
  address: 'address',
  feeCost: parseDecimal('0.1'),
  feeCurrency: 'BTC',
};

function read(changes: Partial<ImportRow>): ImportRow {
  return { ...STORED, line: 2, adoptable: false, ...changes };
}

it.each<readonly [Partial<Transaction>, string]>([
  [{ asset: 'ETH' }, 'asset'],
  [{ type: 'deposit' }, 'type'],
  [{ amount: parseDecimal('1.51') }, 'amount'],
  [{ timestampMs: STORED.timestampMs + 1 }, 'timestamp'],
  [{ status: 'failed' }, 'status'],
  [{ txid: 'other' }, 'txid'],
  [{ address: 'other' }, 'address'],
  [{ feeCost: parseDecimal('0.2') }, 'feeCost'],
  [{ feeCurrency: 'ETH' }, 'feeCurrency'],
])('a row of a file with %j differs in its %s', (changes, field) => {
  expect(listDifferences(STORED, read(changes))).toEqual([field]);
});

it('a field that is missing in the file, or equal with other digits, is no difference', () => {
  const missing = { txid: null, address: null, feeCost: null, feeCurrency: null };
  expect(listDifferences(STORED, read(missing))).toEqual([]);
  const digits = { amount: parseDecimal('1.5'), feeCost: parseDecimal('0.10') };
  expect(listDifferences(STORED, read(digits))).toEqual([]);
});

it('a field that only the file has is a difference', () => {
  const stored = { ...STORED, txid: null, address: null, feeCost: null, feeCurrency: null };
  const fields = ['txid', 'address', 'feeCost', 'feeCurrency'];
  expect(listDifferences(stored, read({}))).toEqual(fields);
});

it('the time of a booking is not compared', () => {
  const row = read({ timestampMs: 0, hasBookingTime: true });
  expect(listDifferences(STORED, row)).toEqual([]);
});

it('gaps are filled from the other row, and values are kept', () => {
  const other = { ...STORED, txid: 'other', address: 'other', feeCurrency: 'other' };
  expect(fillGaps(STORED, other)).toEqual(STORED);
  const gaps = { ...STORED, txid: null, address: null, feeCost: null, feeCurrency: null };
  expect(fillGaps(gaps, STORED)).toEqual(STORED);
});
