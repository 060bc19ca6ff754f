import { describe, expect, it } from 'vitest';

import { mapDeposits, mapWithdrawals } from './transactions.ts';

const sameSymbol = (id: string): string => id;

const deposit = {
  currency: 'USDT',
  chain: 'trx',
  status: 'SUCCESS',
  address: 'TB1WQmj63bHV9Qmuhp39WABzutphMAetSc',
  memo: '',
  isInner: false,
  amount: '75.25000000',
  fee: '0.00000000',
  walletTxId:
    '5d0cf1f4a6c1b7e2a90b1c73b6f0f3b6a7fd0a2ad3b3ad6fc60e0b0a58c47a11@TB1WQmj63bHV9Qmuhp39WABzutphMAetSc@0',
  createdAt: 1718000123000,
  updatedAt: 1718000183000,
  remark: 'Deposit',
  arrears: false,
};

const withdrawal = {
  id: '670b891f7e0f440007730692',
  currency: 'ETH',
  chain: 'eth',
  status: 'SUCCESS',
  address: '0x52908400098527886e0f7030069857d2e4169ee7',
  memo: '',
  isInner: false,
  amount: '0.12340000',
  fee: '0.00120',
  walletTxId: '0x8b0f2e7c6d5a4b39281706f5e4d3c2b1a09f8e7d6c5b4a392817060f1e2d3c4b',
  createdAt: 1718000000000,
  updatedAt: 1718000300000,
  remark: '',
};

const v1Deposit = {
  currency: 'BTC',
  createAt: 1528000998,
  amount: '0.03266638',
  walletTxId: 'a1b2c3d4@1BoatSLRHtKNngkdXEeobR76b53LETtpyT@17',
  isInner: false,
  status: 'SUCCESS',
  remark: null,
};

const v1Withdrawal = {
  currency: 'BTC',
  createAt: 1526000468,
  amount: '0.534',
  address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  walletTxId: 'd4c3b2a1',
  isInner: false,
  status: 'SUCCESS',
};

/** Returns the keys of these deposits, in the order of the rows by their txid. */
function keysOf(...rows: object[]): string[] {
  return mapDeposits(rows, sameSymbol).transactions.map(({ key }) => key);
}

describe('mapDeposits', () => {
  it('maps the row digit by digit, with the time of creation', () => {
    expect(mapDeposits([deposit], sameSymbol).transactions).toEqual([
      {
        key: expect.stringMatching(/^deposit:.*#0$/),
        type: 'deposit',
        status: 'completed',
        asset: 'USDT',
        amount: '75.25000000',
        timestampMs: 1718000123000,
        txid: '5d0cf1f4a6c1b7e2a90b1c73b6f0f3b6a7fd0a2ad3b3ad6fc60e0b0a58c47a11',
        address: deposit.address,
        feeCost: '0.00000000',
        feeCurrency: 'USDT',
      },
    ]);
  });

  it('maps a deposit from another customer without txid, for any value of the field', () => {
    const address = 'abc4*****@mail.example';
    const internal = { ...deposit, isInner: true, address, walletTxId: null };
    const rows = [internal, { ...internal, walletTxId: '5bbb57386d99522d9f954c5a@x' }];
    const { transactions } = mapDeposits(rows, sameSymbol);
    expect(transactions.map(({ txid }) => txid)).toEqual([null, null]);
    expect(transactions[0]?.address).toBe(address);
  });

  it('maps rows of the first platform: seconds, the address after the txid, no fee', () => {
    expect(mapDeposits([v1Deposit], sameSymbol).transactions[0]).toMatchObject({
      amount: '0.03266638',
      timestampMs: 1528000998000,
      txid: 'a1b2c3d4',
      address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      feeCost: null,
      feeCurrency: null,
    });
  });

  it('maps no address from the text after the txid of a later row', () => {
    const rows = [
      { ...deposit, address: '' },
      // Both names of the time: a row of the current platform.
      { ...deposit, address: '', createAt: 1528000998 },
    ];
    expect(mapDeposits(rows, sameSymbol).transactions).toMatchObject([
      { address: null, timestampMs: 1718000123000 },
      { address: null, timestampMs: 1718000123000 },
    ]);
  });

  it('maps a row of the first platform without text after the txid to no address', () => {
    const rows = [{ ...v1Deposit, walletTxId: 'a1b2c3d4' }];
    expect(mapDeposits(rows, sameSymbol).transactions).toMatchObject([
      { txid: 'a1b2c3d4', address: null },
    ]);
  });

  it('returns two keys for two equal rows, the same after a re-read', () => {
    const keys = keysOf(deposit, deposit);
    expect(new Set(keys).size).toBe(2);
    expect(keysOf(deposit, deposit)).toEqual(keys);
  });

  it('returns the same keys in any order for rows with equal time and amount', () => {
    const other = { ...deposit, walletTxId: 'ffff@default@1' };
    const without = { ...deposit, walletTxId: null };
    const reported = (rows: object[]) =>
      mapDeposits(rows, sameSymbol).transactions.map(({ key, txid }) => [key, txid]);
    const rows = [other, without, deposit];
    expect(reported(rows)).toEqual(reported(rows.toReversed()));
    expect(new Set(reported(rows).map(([key]) => key)).size).toBe(3);
  });

  it('keeps the key of a row when its status changes or it gets a txid', () => {
    const before = { ...deposit, status: 'PROCESSING', walletTxId: null };
    expect(keysOf(before)).toEqual(keysOf(deposit));
  });

  it.each([
    [{ createdAt: undefined }, 'createdAt is missing'],
    [{ createdAt: 'yesterday' }, 'createdAt is not a time'],
    [{ createdAt: undefined, createAt: 'yesterday' }, 'createAt is not a time'],
    [{ amount: 'abc' }, 'amount is not a decimal'],
    [{ amount: '-1' }, 'amount is negative'],
    [{ currency: '' }, 'currency is missing'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const reading = mapDeposits([{ ...deposit, ...change }, deposit, null], sameSymbol);
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable.map((row) => row.reason).join()).toContain(reason);
  });

  it.each([
    ['ROLLBACKING', 'pending'],
    ['REVIEW', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapDeposits([{ ...deposit, status }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });
});

describe('mapWithdrawals', () => {
  it('maps amount and fee as the exchange reports them, digit by digit', () => {
    expect(mapWithdrawals([withdrawal], sameSymbol).transactions).toEqual([
      {
        key: 'withdrawal:670b891f7e0f440007730692',
        type: 'withdrawal',
        status: 'completed',
        asset: 'ETH',
        amount: '0.12340000',
        timestampMs: 1718000000000,
        txid: withdrawal.walletTxId,
        address: withdrawal.address,
        feeCost: '0.00120',
        feeCurrency: 'ETH',
      },
    ]);
  });

  it('maps a withdrawal to another customer without txid', () => {
    const internal = { ...withdrawal, isInner: true, address: '7000001' };
    expect(mapWithdrawals([internal], sameSymbol).transactions[0]).toMatchObject({
      txid: null,
      address: '7000001',
    });
  });

  it('maps rows of the first platform, identified by their content', () => {
    const { transactions } = mapWithdrawals([withdrawal, v1Withdrawal, v1Withdrawal], sameSymbol);
    expect(new Set(transactions.map(({ key }) => key)).size).toBe(3);
    expect(transactions.at(-1)).toMatchObject({
      key: expect.stringMatching(/^withdrawal:.*#1$/),
      timestampMs: 1526000468000,
      txid: 'd4c3b2a1',
      address: v1Withdrawal.address,
      feeCost: null,
    });
  });

  it('returns the same keys in any order for rows of the first platform with equal time and amount', () => {
    const other = { ...v1Withdrawal, walletTxId: 'ffff' };
    const reported = (rows: object[]) =>
      new Map(mapWithdrawals(rows, sameSymbol).transactions.map(({ key, txid }) => [key, txid]));
    expect(reported([other, v1Withdrawal])).toEqual(reported([v1Withdrawal, other]));
    expect(reported([other, v1Withdrawal]).size).toBe(2);
  });

  it('quarantines a row under the key of its identifier', () => {
    const { unreadable } = mapWithdrawals([{ ...withdrawal, amount: '' }], sameSymbol);
    expect(unreadable[0]?.key).toBe('withdrawal:670b891f7e0f440007730692');
  });

  it.each([
    ['REVIEW', 'pending'],
    ['ROLLBACK', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, status }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });
});
