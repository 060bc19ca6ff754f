import { expect, it } from 'vitest';

import { mapAccountBook } from './ledger.ts';

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

it('maps a transfer out of the spot account, without its sign', () => {
  expect(mapAccountBook([entry], sameSymbol).transactions).toEqual([
    {
      key: 'account-book:123456',
      type: 'transfer_out',
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

it.each<[string | undefined, string?, string?]>([
  ['perp_in', 'transfer_in', 'transfer_out'],
  ['subaccount_trf', 'transfer_in', 'transfer_out'],
  ['sub_account_transfer', 'transfer_in', 'transfer_out'],
  ['lend', 'transfer_in', 'transfer_out'],
  ['redeem', 'transfer_in', 'transfer_out'],
  ['airdrop', 'reward', 'debit'],
  ['deposit_bonus', 'reward', 'debit'],
  ['interest_in', 'reward', 'debit'],
  ['hodl_int', 'reward', 'debit'],
  ['ads_rebate', 'reward', 'debit'],
  ['sec_rebate_in', 'reward', 'debit'],
  ['lending_fee', 'credit', 'fee'],
  ['margin_interest_out', 'credit', 'fee'],
  ['borrow', 'credit', 'debit'],
  ['something_new', 'credit', 'debit'],
  [undefined, 'credit', 'debit'],
  ['deposit'],
  ['withdraw_gatecode'],
  ['cancel_withdraw'],
  ['new_order'],
  ['order_fee'],
  ['system_fee'],
  ['dust_swap_gt_add'],
  ['c2c_om'],
  ['startup_sale'],
  ['nft_fb'],
])('maps an incoming %s to %s, and an outgoing one to %s', (type, arrives, leaves) => {
  const rows = ['1', '-1'].map((change) => Object.assign({}, entry, { type, change }));
  const types = mapAccountBook(rows, sameSymbol).transactions.map((row) => row.type);
  expect(types).toEqual(arrives === undefined ? [] : [arrives, leaves]);
});

it('quarantines an entry that cannot be read, and maps the others', () => {
  const { transactions, unreadable } = mapAccountBook([{ ...entry, time: '' }, entry], sameSymbol);
  expect(transactions).toHaveLength(1);
  expect(unreadable[0]?.key).toBe('account-book:123456');
});
