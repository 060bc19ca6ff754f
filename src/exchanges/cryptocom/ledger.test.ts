import { expect, it } from 'vitest';

import { mapLedger, mapRewards } from './ledger.ts';

const toSymbol = (id: string): string => id.toUpperCase();

const entry = {
  account_id: '88888888-8888-8888-8888-000000000123',
  event_date: '2024-02-18',
  journal_type: 'SUBACCOUNT_TX',
  journal_id: '187078',
  transaction_qty: '-0.000500',
  transaction_cost: '0',
  event_timestamp_ms: 1_708_248_752_166,
  event_timestamp_ns: '1708248752166234567',
  instrument_name: 'btc',
};

const reward = {
  staking_inst_name: 'SOL.staked',
  underlying_inst_name: 'SOL',
  reward_inst_name: 'sol.staked',
  reward_quantity: '0.0012300',
  staked_balance: '12',
  event_timestamp_ms: '1708248752166',
};

const reported = {
  status: 'completed',
  txid: null,
  address: null,
  feeCost: null,
  feeCurrency: null,
};

it('maps a transfer to a sub-account, without its sign', () => {
  expect(mapLedger([entry], toSymbol).transactions).toEqual([
    {
      ...reported,
      key: 'ledger:187078',
      type: 'transfer_out',
      asset: 'BTC',
      amount: '0.000500',
      timestampMs: 1_708_248_752_166,
    },
  ]);
});

it.each([
  ['SUBACCOUNT_TX', 'transfer_out', 'transfer_in'],
  ['ADJUSTMENT', 'debit', 'credit'],
  ['ADMIN_ADJUSTMENT', 'debit', 'credit'],
  ['MARGIN_TRADE_INTEREST', 'fee', 'credit'],
  ['DELIST', 'debit', 'credit'],
  ['SOFT_STAKE_REWARD', 'debit', 'reward'],
  ['CORRECTION_REWARD', 'debit', 'reward'],
  ['CRYPTO_DUSTING', 'debit', 'credit'],
  ['MANUAL_ADJUSTMENT', 'debit', 'credit'],
  ['SOMETHING_NEW', 'debit', 'credit'],
  // Not a reward that another list contains.
  ['STAKING_REWARD_CORRECTION', 'debit', 'credit'],
])('maps an outgoing %s to %s, and an incoming one to %s', (type, leaves, arrives) => {
  const leaving = { ...entry, journal_type: type };
  const arriving = { ...leaving, transaction_qty: '0.0005' };
  const { transactions } = mapLedger([leaving, arriving], toSymbol);
  expect(transactions.map((row) => row.type)).toEqual([leaves, arrives]);
});

it.each([
  // Trading and its settlement.
  'TRADING TRADE_FEE FUNDING REALIZED_PNL INSURANCE_FUND SOCIALIZED_LOSS LIQUIDATION_FEE SESSION_RESET',
  'SESSION_SETTLE UNCOVERED_LOSS SETTLEMENT_FEE AUTO_CONVERSION MANUAL_CONVERSION',
  // Deposits and withdrawals, also with the Crypto.com App, and older names.
  'ONCHAIN_DEPOSIT ONCHAIN_WITHDRAWAL OFFCHAIN_DEPOSIT OFFCHAIN_WITHDRAWAL FIAT_WITHDRAWAL_CANCEL',
  'DEPOSIT WITHDRAW WITHDRAW_FEE ROLLBACK_DEPOSIT ROLLBACK_WITHDRAW',
  // Rewards of staking on a chain.
  'STAKING_REWARD ONCHAIN_STAKE_REWARD',
])('skips entries of trading, and entries that other lists contain: %s', (types) => {
  const rows = types.split(' ').map((type) => Object.assign({}, entry, { journal_type: type }));
  expect(mapLedger(rows, toSymbol)).toEqual({ transactions: [], unreadable: [] });
});

it.each(['BTCUSD-PERP', 'SOL.staked', 'SOL.STAKED'])(
  'skips entries of the contract or staked coin %s',
  (name) => {
    const row = { ...entry, journal_type: 'ADJUSTMENT', instrument_name: name };
    expect(mapLedger([row], toSymbol).transactions).toEqual([]);
  },
);

it('skips entries of an isolated position, which may repeat the number of an entry of the account', () => {
  const isolated = { ...entry, isolation_id: '19848526', isolation_type: 'ISOLATED_MARGIN' };
  const ofAccount = { ...entry, isolation_id: '' };
  const { transactions } = mapLedger([isolated, ofAccount], toSymbol);
  expect(transactions).toEqual(mapLedger([entry], toSymbol).transactions);
});

it('quarantines an entry that cannot be read, and maps the others', () => {
  const broken = { ...entry, transaction_qty: '' };
  const { transactions, unreadable } = mapLedger([broken, entry], toSymbol);
  expect(transactions).toHaveLength(1);
  expect(unreadable[0]?.key).toBe('ledger:187078');
});

it('maps a reward whose coin is written in another case, and quarantines a negative one', () => {
  const rows = [
    { ...reward, reward_inst_name: 'ETH.STAKED' },
    { ...reward, reward_quantity: '-1' },
  ];
  const { transactions, unreadable } = mapRewards(rows, toSymbol);
  expect(transactions.map(({ asset }) => asset)).toEqual(['ETH']);
  expect(unreadable).toMatchObject([{ reason: expect.stringContaining('is negative') }]);
});

it('maps each of several equal rewards, with keys that do not change', () => {
  const { transactions } = mapRewards([reward, reward], toSymbol);
  expect(transactions[0]).toMatchObject({
    ...reported,
    type: 'reward',
    asset: 'SOL',
    amount: '0.0012300',
    timestampMs: 1_708_248_752_166,
  });
  const keys = transactions.map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  expect(mapRewards([reward, reward], toSymbol).transactions.map(({ key }) => key)).toEqual(keys);
});
