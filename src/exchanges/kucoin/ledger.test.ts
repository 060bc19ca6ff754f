import { expect, it } from 'vitest';

import { mapLedger } from './ledger.ts';

const entry = {
  id: '611a1e7c6a053300067a88d9',
  currency: 'USDT',
  amount: '10.00059547',
  fee: '0.01',
  balance: '0',
  accountType: 'MAIN',
  bizType: 'Transfer',
  direction: 'out',
  createdAt: 1718000123950,
  context: '',
};
const map = (...rows: object[]) => mapLedger(rows, (id) => id);

it('maps an entry without txid, by its direction', () => {
  expect(map({ ...entry, amount: '-10.00059547' }).transactions).toEqual([
    {
      key: 'ledger:611a1e7c6a053300067a88d9',
      type: 'transfer_out',
      status: 'completed',
      asset: 'USDT',
      amount: '10.00059547',
      timestampMs: 1718000123950,
      txid: null,
      address: null,
      // The amount includes it.
      feeCost: null,
      feeCurrency: null,
    },
  ]);
});

it.each([
  ['TRANSFER', 'transfer_in', 'transfer_out'],
  ['SUB_TRANSFER', 'transfer_in', 'transfer_out'],
  ['Sub-account transfer', 'transfer_in', 'transfer_out'],
  ['Broker Transfer', 'transfer_in', 'transfer_out'],
  ['Assets Transferred in After Upgrading', 'transfer_in', 'transfer_out'],
  // Moves to a product and back.
  ['Staking', 'transfer_in', 'transfer_out'],
  ['Redemption', 'transfer_in', 'transfer_out'],
  ['Voting', 'transfer_in', 'transfer_out'],
  ['Redemption of Voting', 'transfer_in', 'transfer_out'],
  ['KuCoin Bonus', 'reward', 'debit'],
  ['KUCOIN_BONUS', 'reward', 'debit'],
  ['Referral Bonus', 'reward', 'debit'],
  ['Rewards', 'reward', 'debit'],
  ['Other rewards', 'reward', 'debit'],
  ['Distribution', 'reward', 'debit'],
  ['Airdrop/Fork', 'reward', 'debit'],
  ['Fee Rebate', 'reward', 'debit'],
  ['Staking Profits', 'reward', 'debit'],
  ['Soft Staking Profits', 'reward', 'debit'],
  ['Voting Earnings', 'reward', 'debit'],
  ['Lockdrop Vesting', 'reward', 'debit'],
  ['KCS Pay Fees', 'credit', 'fee'],
  ['Liquidation Fees', 'credit', 'fee'],
  ['Refunded Fees', 'credit', 'debit'],
  ['Loans Repaid', 'credit', 'debit'],
  ['toString', 'credit', 'debit'],
  ['', 'credit', 'debit'],
])('maps an incoming %s to %s, and an outgoing one to %s', (bizType, arrives, leaves) => {
  const directions = ['in', 'OUT', undefined, 'sideways'];
  const rows = directions.map((direction) => Object.assign({}, entry, { bizType, direction }));
  expect(map(...rows).transactions.map(({ type }) => type)).toEqual([
    arrives,
    leaves,
    'other',
    'other',
  ]);
});

it.each([
  // Listed as a deposit or a withdrawal; the documentation has two words for a withdrawal.
  'DEPOSIT',
  'Deposit',
  'WITHDRAW',
  'Withdrawal',
  // Orders at the spot and the margin market.
  'TRADE_EXCHANGE',
  'Trade_Exchange',
  'MARGIN_EXCHANGE',
  'Margin Trade',
  // Conversions, also of small balances to KCS.
  'Instant Exchange',
  'Convert to KCS',
  'CONVERT_TO_KCS',
  // Purchases and sales, also of new tokens.
  'Buy Crypto',
  'Sell Crypto',
  'Public Offering Purchase',
])('skips trades and entries that other lists contain: %s', (bizType) => {
  expect(map({ ...entry, bizType })).toEqual({ transactions: [], unreadable: [] });
});

it("maps only the main account's side of a transfer", () => {
  const other = { ...entry, id: '2', accountType: 'TRADE', direction: 'in' };
  expect(map(entry, other).transactions.map(({ key }) => key)).toEqual([`ledger:${entry.id}`]);
  expect(map({ ...entry, accountType: undefined }).transactions).toHaveLength(1);
  expect(map({ ...entry, accountType: 'main' }).transactions).toHaveLength(1);
});

it('quarantines a row that cannot be read under its identifier', () => {
  const { unreadable } = map({ ...entry, amount: 'abc' });
  expect(unreadable).toMatchObject([
    { key: `ledger:${entry.id}`, reason: expect.stringContaining('amount') },
  ]);
});
