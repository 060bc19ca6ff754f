import { expect, it } from 'vitest';

import type { Transaction } from '../domain/transaction.ts';
import type { Session } from './runtime.ts';
import { writeRows, writeTable } from './transaction-format.ts';

const ROW = { id: 'tx_1', amount: '1.5', feeCost: '0.25', txid: null } as Transaction;
const SESSION = { stdout: {} } as Session;

it('a page without rows continues a JSON list without a comma', () => {
  const page = { walletId: 'wallet_1', fields: ['amount'] as const };
  const write = (transactions: readonly Transaction[], isContinued: boolean) =>
    writeRows({ ...page, transactions }, 'json', isContinued);
  expect(write([], true)).toBe('');
  expect(write([ROW], true)).toBe(',{"amount":1.5}');
  expect(write([ROW], false)).toBe('{"amount":1.5}');
});

it('a table aligns amounts and fees to the right, and names its pages', () => {
  const fields = ['amount', 'feeCost', 'txid'] as const;
  const listing = { walletId: 'wallet_1', fields, page: 0, limit: 1 };
  const one = writeTable(SESSION, { ...listing, totalCount: 3, transactions: [ROW] }, true);
  expect(one.split('\n')).toEqual([
    'AMOUNT  FEECOST  TXID',
    '   1.5     0.25  -',
    '',
    '1 of 3 transactions (page 0; pages 0 to 2)',
  ]);
  const none = writeTable(SESSION, { ...listing, totalCount: 0, transactions: [] }, true);
  expect(none).toContain('0 of 0 transactions (page 0; pages 0 to 0)');
});
