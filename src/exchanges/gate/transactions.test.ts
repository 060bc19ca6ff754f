import { describe, expect, it } from 'vitest';

import { mapDeposits, mapWithdrawals } from './transactions.ts';

const sameSymbol = (id: string): string => id;

const deposit = {
  id: 'd220045118',
  currency: 'USDT',
  chain: 'TRX',
  address: 'TB1WQmj63bHV9Qmuhp39WABzutphMAetSc',
  memo: '',
  amount: '75.250000',
  txid: '5d0cf1f4a6c1b7e2a90b1c73b6f0f3b6a7fd0a2ad3b3ad6fc60e0b0a58c47a11',
  timestamp: '1718000123',
  status: 'DONE',
};

const withdrawal = {
  id: 'w330077219',
  currency: 'ETH',
  chain: 'ETH',
  address: '0x52908400098527886e0f7030069857d2e4169ee7',
  memo: '',
  amount: '0.1246',
  fee: '0.00120',
  txid: '0x8b0f2e7c6d5a4b39281706f5e4d3c2b1a09f8e7d6c5b4a392817060f1e2d3c4b',
  timestamp: '1718000000',
  timestamp2: '1718000300',
  status: 'DONE',
  block_number: '20000000',
};

describe('mapDeposits', () => {
  it('maps the row with its time in seconds', () => {
    expect(mapDeposits([deposit], sameSymbol).transactions).toEqual([
      {
        key: 'deposit:d220045118',
        type: 'deposit',
        status: 'completed',
        asset: 'USDT',
        amount: '75.250000',
        timestampMs: 1718000123000,
        txid: deposit.txid,
        address: deposit.address,
        feeCost: null,
        feeCurrency: null,
      },
    ]);
  });

  it.each([
    ['DONE', 'completed'],
    ['NEW', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapDeposits([{ ...deposit, status }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });

  it.each([
    ['USDT_TRX', 'USDT'],
    ['USDT', 'USDT'],
    ['LEND_OLD', 'LEND_OLD'],
    ['LEND_OLD_TRX', 'LEND_OLD'],
    ['_TRX', '_TRX'],
  ])('maps currency %s to %s', (currency, asset) => {
    expect(mapDeposits([{ ...deposit, currency }], sameSymbol).transactions[0]?.asset).toBe(asset);
  });

  it('maps a transfer between customers without txid', () => {
    const internal = { ...deposit, txid: 'Internal transaction 220045118' };
    expect(mapDeposits([internal], sameSymbol).transactions[0]?.txid).toBeNull();
  });

  it.each([
    [{ timestamp: undefined }, 'timestamp is missing'],
    [{ timestamp: 'yesterday' }, 'timestamp is not a time'],
    [{ amount: 'abc' }, 'amount is not a decimal'],
    [{ amount: '-1' }, 'amount is negative'],
    [{ id: '' }, 'id is missing'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const rows = [
      { ...deposit, ...change },
      { ...deposit, id: 'd2' },
    ];
    const reading = mapDeposits(rows, sameSymbol);
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable[0]?.reason).toContain(reason);
  });
});

describe('mapWithdrawals', () => {
  it('maps the amount that the receiver gets, exactly, and the fee', () => {
    expect(mapWithdrawals([withdrawal], sameSymbol).transactions).toMatchObject([
      {
        key: 'withdrawal:w330077219',
        amount: '0.12340',
        feeCost: '0.00120',
        feeCurrency: 'ETH',
        timestampMs: 1718000000000,
        status: 'completed',
        txid: withdrawal.txid,
      },
    ]);
  });

  it('maps the amount unchanged if the row has no fee', () => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, fee: undefined }], sameSymbol);
    expect(transactions[0]).toMatchObject({ amount: '0.1246', feeCost: null, feeCurrency: null });
  });

  it('quarantines a row with a fee above its amount', () => {
    const { unreadable } = mapWithdrawals([{ ...withdrawal, fee: '1' }], sameSymbol);
    expect(unreadable[0]?.reason).toContain('fee is above amount');
  });

  it.each([
    ['FAIL', 'pending'],
    ['NEW', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, status }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });
});

it('maps a Gate code by the sign of its amount, with the same key in both lists', () => {
  const code = { ...withdrawal, id: 'b77', amount: '-8.5', fee: '0', status: 'BCODE', txid: 'x' };
  const [given] = mapWithdrawals([code], sameSymbol).transactions;
  expect(given).toMatchObject({
    key: 'gate-code:b77',
    type: 'withdrawal',
    amount: '8.5',
    status: 'completed',
    txid: null,
  });
  expect(mapDeposits([code], sameSymbol).transactions).toEqual([given]);
  const [taken] = mapDeposits([{ ...code, amount: '8.5' }], sameSymbol).transactions;
  expect(taken?.type).toBe('deposit');
  for (const map of [mapDeposits, mapWithdrawals]) {
    expect(map([{ ...code, amount: '-' }], sameSymbol).unreadable[0]?.key).toBe('gate-code:b77');
  }
});
