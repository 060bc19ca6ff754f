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

it.each([
  ['perp_in', 'transfer_in', 'transfer_out'],
  ['subaccount_trf', 'transfer_in', 'transfer_out'],
  ['sub_account_transfer', 'transfer_in', 'transfer_out'],
  // Own money that comes back: "Bots - Refund", "Futures Copy Trading - Funds Auto Transfer Out".
  ['quant_return', 'transfer_in', 'transfer_out'],
  ['fct_refund', 'transfer_in', 'transfer_out'],
  ['lend', 'transfer_in', 'transfer_out'],
  ['redeem', 'transfer_in', 'transfer_out'],
  ['lending_lent', 'transfer_in', 'transfer_out'],
  ['collected', 'transfer_in', 'transfer_out'],
  ['airdrop', 'reward', 'debit'],
  ['award', 'reward', 'debit'],
  ['quant_rewards', 'reward', 'debit'],
  ['deposit_bonus', 'reward', 'debit'],
  ['interest_in', 'reward', 'debit'],
  ['hodl_int', 'reward', 'debit'],
  ['hodl_int_in', 'reward', 'debit'],
  ['gift_rcvd', 'reward', 'debit'],
  ['ads_rebate', 'reward', 'debit'],
  ['sec_rebate_in', 'reward', 'debit'],
  ['lending_fee', 'credit', 'fee'],
  ['lending_fee_refund', 'credit', 'fee'],
  ['subs_deduct', 'credit', 'fee'],
  ['margin_interest_out', 'credit', 'fee'],
  // Performance fees, paid and refunded, and those that others pay.
  ['quant_cmn_out', 'credit', 'fee'],
  ['quant_cmn_rtd', 'credit', 'fee'],
  ['fct_fee_refund', 'credit', 'fee'],
  ['quant_cmn_in', 'credit', 'debit'],
  ['fct_rcvd', 'credit', 'debit'],
  ['subs_in', 'credit', 'debit'],
  ['subs_refund', 'credit', 'debit'],
  ['subs_in_rcvd', 'credit', 'debit'],
  // P2P: the other customer pays outside the account. A seller's order takes the amount, and a canceled or rejected one returns it.
  ['c2c_mop', 'credit', 'debit'],
  ['c2c_moc', 'credit', 'debit'],
  ['c2c_rop', 'credit', 'debit'],
  ['c2c_roc', 'credit', 'debit'],
  ['c2c_om', 'credit', 'debit'],
  ['c2c_or', 'credit', 'debit'],
  ['c2c_fee', 'credit', 'fee'],
  // Purchases from "Crypto Legend" and "Crypto Cabital", which are paid outside of the account too.
  ['buy_cl', 'credit', 'debit'],
  ['buy_cc', 'credit', 'debit'],
  ['borrow', 'credit', 'debit'],
  ['something_new', 'credit', 'debit'],
  [undefined, 'credit', 'debit'],
])('maps an incoming %s to %s, and an outgoing one to %s', (type, arrives, leaves) => {
  const rows = ['1', '-1'].map((change) => Object.assign({}, entry, { type, change }));
  const types = mapAccountBook(rows, sameSymbol).transactions.map((row) => row.type);
  expect(types).toEqual([arrives, leaves]);
});

it.each([
  // Withdrawals and deposits, also by GateCode and by custodians, rejected and canceled.
  'deposit withdraw deposit_rej withdraw_rej cancel_withdraw',
  'deposit_gatecode deposit_fireblock deposit_copper deposit_finmo',
  'withdraw_gatecode withdraw_fireblock withdraw_copper',
])('skips entries that the lists of deposits and withdrawals contain: %s', (names) => {
  expectSkipped(names);
});

it.each([
  // Orders that are placed, filled, rejected and canceled, and their fees.
  'new_order cancel_order order_fill order_rej order_fee system_fee trade',
  // Sales of new tokens.
  'startup_prtcp startup_refund startup_sale startup_sale_rb',
  // Conversions: of ETH, of small balances, and at once.
  'eth_swap dust_swap_dctd dust_swap_gt_add dust_swap_fee flash_swap cv_buy cv_sell',
  // Trades between customers.
  'push_dctd push_rcvd_dctd push_canceled push_rej push_sent push_rcvd',
  // NFTs.
  'nft_mp nft_bm nft_om ntf_mr nft_amr nft_ocb nft_fb nft_fs nft_ob nft_os nft_cr nft_ir nft_wf',
  'nft_wfr ntf_mf ntf_mfr ntf_royalty nft_cd nft_crd nft_cf nft_cfr nft_ammf nft_ammw nft_ammdf nft_ammd',
])('skips entries of trading: %s', (names) => {
  expectSkipped(names);
});

/** Fails unless an entry of each type is skipped (gate.com/docs/developers/apiv4, AccountBook type). */
function expectSkipped(names: string): void {
  const rows = names.split(' ').map((type) => Object.assign({}, entry, { type }));
  expect(mapAccountBook(rows, sameSymbol)).toEqual({ transactions: [], unreadable: [] });
}

it('quarantines an entry that cannot be read, and maps the others', () => {
  const { transactions, unreadable } = mapAccountBook([{ ...entry, time: '' }, entry], sameSymbol);
  expect(transactions).toHaveLength(1);
  expect(unreadable[0]?.key).toBe('account-book:123456');
});
