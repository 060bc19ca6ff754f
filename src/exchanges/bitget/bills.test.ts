import { expect, it } from 'vitest';

import { mapBills } from './bills.ts';

/** As in ccxt's sample of an answer. */
const bill = {
  billId: '1111506298997215233',
  coin: 'USDT',
  groupType: 'transfer',
  businessType: 'transfer_out',
  size: '-11.64958799',
  balance: '0.00000000',
  fees: '0.00000000',
  cTime: '1700729673028',
};
const sameSymbol = (id: string): string => id;

it('tells a transfer out of the spot account, without its sign', () => {
  expect(mapBills([bill], sameSymbol).transactions).toEqual([
    {
      key: 'bill:1111506298997215233',
      type: 'transfer',
      status: 'completed',
      asset: 'USDT',
      amount: '11.64958799',
      timestampMs: 1700729673028,
      txid: null,
      address: null,
      feeCost: '0.00000000',
      feeCurrency: 'USDT',
    },
  ]);
});

it.each([
  ['transfer', 'transfer-in', 'transfer'],
  ['transfer', 'TRANSFER_OUT', 'transfer'],
  ['transfer', '', 'transfer'],
  ['other', 'airdrop rewards', 'reward'],
  ['other', 'REBATE_REWARDS', 'reward'],
  ['financial', 'something new', 'other'],
  ['loan', 'borrow', 'other'],
  ['deposit', 'deposit', undefined],
  ['withdraw', 'WITHDRAW', undefined],
  ['transaction', 'buy', undefined],
  ['convert', 'BUY', undefined],
  ['other', 'system lock', undefined],
])('tells %s of %s as %s', (groupType, businessType, expected) => {
  const { transactions } = mapBills([{ ...bill, groupType, businessType }], sameSymbol);
  expect(transactions[0]?.type).toBe(expected);
});

it('keeps a bill that cannot be read raw, and the others', () => {
  const { transactions, unreadable } = mapBills([{ ...bill, size: 'abc' }, bill], sameSymbol);
  expect(transactions).toHaveLength(1);
  expect(unreadable[0]?.key).toBe('bill:1111506298997215233');
});
