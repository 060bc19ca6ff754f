import { expect, it } from 'vitest';

import { mapBills } from './ledger.ts';

/** As in ccxt's sample of a response. */
const bill = {
  billId: '1111506298997215233',
  coin: 'usdt',
  groupType: 'transfer',
  businessType: 'transfer_out',
  size: '-11.64958799',
  balance: '0.00000000',
  fees: '0.00000000',
  cTime: '1700729673028',
};
const toSymbol = (id: string): string => id.toUpperCase();
const GROUPS = ['transfer', 'financial', 'strategy', 'loan', 'fait', 'on_chain', 'other'];

it('maps a transfer out of the spot account, without its sign', () => {
  expect(mapBills([bill], toSymbol).transactions).toEqual([
    {
      key: 'bill:1111506298997215233',
      type: 'transfer_out',
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
  ['transfer', 'transfer-in', '1', 'transfer_in'],
  ['transfer', 'TRANSFER_OUT', '-1', 'transfer_out'],
  ['transfer', '', '-1', 'transfer_out'],
  ['other', 'airdrop rewards', '1', 'reward'],
  // In a group that is not named after it.
  ['other', 'TRANSFER_IN', '1', 'transfer_in'],
  ['Other', 'transfer-in', '1', 'transfer_in'],
  ['other', 'USDT_CONTRACT_REWARDS', '1', 'reward'],
  ['other', 'MIX_CONTRACT_REWARDS', '1', 'reward'],
  ['other', 'REBATE_REWARDS', '1', 'reward'],
  ['other', 'REBATE_REWARDS', '-1', 'debit'],
  ['financial', 'something new', '-1', 'debit'],
  ['fait', 'something new', '1', 'credit'],
  ['loan', 'borrow', '1', 'credit'],
  // Interest of a loan is no reward.
  ['loan', 'INTEREST', '1', 'credit'],
  ['loan', 'REDEMPTION', '1', 'credit'],
  ['loan', 'LOCK_RELEASE_USER_IN', '1', 'credit'],
  // Trading bots have accounts of their own.
  ['strategy', 'STRATEGY_TRANSFER_IN', '1', 'transfer_in'],
  ['strategy', 'STRATEGY_TRANSFER_OUT', '-1', 'transfer_out'],
  ['strategy', 'something new', '-1', 'transfer_out'],
  // Interest of Earn, and interest that is taken back.
  ['financial', 'BATCH_INTEREST_USER_IN', '1', 'reward'],
  ['financial', 'INTEREST', '1', 'reward'],
  ['financial', 'Interest', '-1', 'debit'],
  // Principal that moves into and out of Earn.
  ['financial', 'FINANCIAL_LOCK_OUT', '-1', 'transfer_out'],
  ['financial', 'FINANCIAL_POS_OUT', '-1', 'transfer_out'],
  ['financial', 'FINANCIAL_SUBS_OUT', '-1', 'transfer_out'],
  ['financial', 'FINANCIAL_USER_OUT', '-1', 'transfer_out'],
  ['financial', 'FINANCIAL_TRANSFER_OUT', '-1', 'transfer_out'],
  ['financial', 'FINANCIAL_UNLOCK_IN', '1', 'transfer_in'],
  ['financial', 'financial_rede_in', '1', 'transfer_in'],
  ['financial', 'FINANCIAL_TRANSFER_IN', '1', 'transfer_in'],
  ['financial', 'Redemption', '1', 'transfer_in'],
  ['financial', 'FINANCIAL_DUAL_USER_FREEZING_OUT', '-1', 'transfer_out'],
  ['financial', 'LOCK_RELEASE_USER_IN', '1', 'transfer_in'],
  ['financial', 'POOLX_SUB_OUT', '-1', 'transfer_out'],
  ['financial', 'POOLX_REDEM_IN', '1', 'transfer_in'],
  ['other', 'POOL_X_SUB_OUT', '-1', 'transfer_out'],
  ['other', 'POOL_X_REDEM_IN', '1', 'transfer_in'],
  // Money that moves to and from a chain.
  ['on_chain', 'ON_CHAIN_TRANSFER_OUT', '-1', 'transfer_out'],
  ['on_chain', 'ON_CHAIN_TRANSFER_REFUND', '1', 'transfer_in'],
  ['loan', 'constructor', '0', 'other'],
  // The documentation has these words in several forms.
  ['other', 'system lock', '-1', undefined],
])('maps %s of %s that changes the balance by %s to %s', (...columns) => {
  const [groupType, businessType, size, expected] = columns;
  const { transactions } = mapBills([{ ...bill, groupType, businessType, size }], toSymbol);
  expect(transactions[0]?.type).toBe(expected);
});

// "Get Deposit Records (Not include Fiat deposit record)", so the bill is the only record of the movement.
it.each([
  ['DEPOSIT', '1000', 'deposit'],
  ['WITHDRAW', '-1000', 'withdrawal'],
  ['withdraw', '-1000', 'withdrawal'],
  ['FIAT_BANK_TRANSFER_DEPOSIT_SUCCESS_USER_IN_V2', '1000', 'deposit'],
  ['FIAT_BANK_TRANSFER_WITHDRAW_USER_OUT', '-1000', 'withdrawal'],
  // Taken back, and returned.
  ['DEPOSIT', '-1000', 'withdrawal'],
  ['FIAT_BANK_TRANSFER_WITHDRAW_FAIL_USER_IN', '1000', 'credit'],
  ['FIAT_BANK_TRANSFER_DEPOSIT_RETURN_USER_OUT', '-1000', 'debit'],
])('maps a fiat %s that changes the balance by %s to a %s', (businessType, size, type) => {
  const fiat = { ...bill, coin: 'EUR', groupType: 'fait', businessType, size };
  expect(mapBills([fiat], toSymbol).transactions).toMatchObject([
    { key: 'bill:1111506298997215233', type, status: 'completed', asset: 'EUR', amount: '1000' },
  ]);
});

it.each(['DEPOSIT', 'WITHDRAW'])('skips %s in all other groups, as listed elsewhere', (word) => {
  for (const groupType of GROUPS.filter((group) => group !== 'fait')) {
    const skipped = mapBills([{ ...bill, groupType, businessType: word }], toSymbol);
    expect(skipped).toEqual({ transactions: [], unreadable: [] });
  }
});

it.each([
  // Trading, and the deduction of its fee, for which the documentation has two words.
  'BUY',
  'SELL',
  'DEDUCTION_HANDLING_FEE',
  'deduction of handling fee',
  // The same, in the words of the unified account.
  'ORDER_DEALT_IN',
  'ORDER_DEALT_FROZEN_OUT',
  'ORDER_PLF_FEE_OUT',
  // Locks, which move nothing.
  'SYSTEM_LOCK',
  'USER_LOCK',
])('skips %s in every group', (businessType) => {
  for (const groupType of GROUPS) {
    const skipped = mapBills([{ ...bill, groupType, businessType }], toSymbol);
    expect(skipped).toEqual({ transactions: [], unreadable: [] });
  }
});

it.each([
  ['deposit', 'listed as deposits'],
  ['withdraw', 'listed as withdrawals'],
  // The others are trading.
  ['transaction', 'orders'],
  ['convert', 'instant swaps'],
  ['c2c', 'trades between customers'],
  ['pre_c2c', 'trades before the listing'],
  ['on_chain', 'trades on chains, unless their word is a transfer'],
])('skips all bills of the group %s: %s', (groupType) => {
  const skipped = mapBills([{ ...bill, groupType, businessType: 'other' }], toSymbol);
  expect(skipped).toEqual({ transactions: [], unreadable: [] });
});

it('quarantines a bill that cannot be read, and maps the others', () => {
  const { transactions, unreadable } = mapBills([{ ...bill, size: 'abc' }, bill], toSymbol);
  expect(transactions).toHaveLength(1);
  expect(unreadable[0]?.key).toBe('bill:1111506298997215233');
});
