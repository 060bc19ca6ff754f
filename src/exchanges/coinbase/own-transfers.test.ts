import { expect, it } from 'vitest';

import { tellTransfersOnce } from './own-transfers.ts';

const row = (id: string, type: string, amount: string, second = 0) => ({
  id,
  type,
  amount: { amount, currency: 'ADA' },
  created_at: `2024-04-10T22:01:${String(second).padStart(2, '0')}Z`,
});
const idsOf = (rowsByAccount: Record<string, readonly unknown[]>) =>
  tellTransfersOnce(new Map(Object.entries(rowsByAccount))).map(
    (told) => (told as { id?: string } | null)?.id,
  );

it('tells a transfer between two accounts by the row of the account that it leaves', () => {
  const wallet = [
    row('a1', 'staking_transfer', '-5.00'),
    row('a2', 'transfer', '-3'),
    row('a3', 'unstaking_transfer', '2', 30),
  ];
  const staked = [row('b1', 'staking_transfer', '5', 1), row('b3', 'unstaking_transfer', '-2', 29)];
  const vault = [row('c2', 'transfer', '3')];
  expect(idsOf({ wallet, staked, vault })).toEqual(['a1', 'a2', 'b3']);
});

it('tells both of two equal transfers, and each once', () => {
  const wallet = [row('a1', 'transfer', '-5'), row('a2', 'transfer', '-5', 1)];
  const vault = [row('b1', 'transfer', '5'), row('b2', 'transfer', '5', 1)];
  expect(idsOf({ wallet, vault })).toEqual(['a1', 'a2']);
});

it('keeps a row whose other side is told of by no account', () => {
  const rows = [
    row('1', 'staking_transfer', '5'),
    row('2', 'pro_withdrawal', '5'),
    row('3', 'send', '5'),
    { ...row('4', 'transfer', '5'), amount: { amount: 'abc', currency: 'ADA' } },
    { ...row('5', 'transfer', '5'), created_at: 'yesterday' },
    null,
  ];
  const other = [
    row('6', 'transfer', '-5', 20),
    row('7', 'pro_withdrawal', '-5'),
    row('8', 'staking_transfer', '-5.1'),
  ];
  expect(idsOf({ wallet: rows, other })).toHaveLength(9);
});

it('does not take two rows of one account for one transfer', () => {
  expect(idsOf({ wallet: [row('1', 'transfer', '5'), row('2', 'transfer', '-5')] })).toHaveLength(
    2,
  );
});
