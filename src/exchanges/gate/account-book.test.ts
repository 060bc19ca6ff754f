import { expect, it } from 'vitest';

import { mapAccountBook } from './account-book.ts';

const entry = {
  id: '123456',
  time: '1547633726123',
  currency: 'BTC',
  change: '-1.03',
  balance: '4.59316525194',
  type: 'margin_out',
  text: '',
};
const sameSymbol = (id: string): string => id;

it('tells a transfer out of the spot account, without its sign', () => {
  expect(mapAccountBook([entry], sameSymbol).transactions).toEqual([
    {
      key: 'account-book:123456',
      type: 'transfer',
      status: 'completed',
      asset: 'BTC',
      amount: '1.03',
      timestampMs: 1547633726123,
      txid: null,
      address: null,
      feeCost: null,
      feeCurrency: null,
    },
  ]);
});

it.each([
  ['perp_in', 'transfer'],
  ['subaccount_trf', 'transfer'],
  ['sub_account_transfer', 'transfer'],
  ['lend', 'transfer'],
  ['redeem', 'transfer'],
  ['airdrop', 'reward'],
  ['deposit_bonus', 'reward'],
  ['interest_in', 'reward'],
  ['hodl_int', 'reward'],
  ['ads_rebate', 'reward'],
  ['sec_rebate_in', 'reward'],
  ['lending_fee', 'fee'],
  ['margin_interest_out', 'fee'],
  ['borrow', 'other'],
  ['something_new', 'other'],
  [undefined, 'other'],
  ['deposit', undefined],
  ['withdraw_gatecode', undefined],
  ['cancel_withdraw', undefined],
  ['new_order', undefined],
  ['order_fee', undefined],
  ['system_fee', undefined],
  ['dust_swap_gt_add', undefined],
  ['c2c_om', undefined],
  ['startup_sale', undefined],
  ['nft_fb', undefined],
])('tells %s as %s', (type, expected) => {
  expect(mapAccountBook([{ ...entry, type }], sameSymbol).transactions[0]?.type).toBe(expected);
});

it('keeps an entry that cannot be read raw, and the others', () => {
  const { transactions, unreadable } = mapAccountBook([{ ...entry, time: '' }, entry], sameSymbol);
  expect(transactions).toHaveLength(1);
  expect(unreadable[0]?.key).toBe('account-book:123456');
});
