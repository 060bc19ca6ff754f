import { describe, expect, it } from 'vitest';

import { mapDeposits, mapInternalDeposits, mapWithdrawals } from './transactions.ts';

const sameSymbol = (id: string): string => id;

const deposit = {
  id: '204117890',
  coin: 'USDT',
  chain: 'TRX',
  amount: '250.500000',
  txID: '5d0cf1f4a6c1b7e2a90b1c73b6f0f3b6a7fd0a2ad3b3ad6fc60e0b0a58c47a11',
  status: 3,
  toAddress: 'TB1WQmj63bHV9Qmuhp39WABzutphMAetSc',
  tag: '',
  depositFee: '',
  successAt: '1718000123456',
  confirmations: '21',
  txIndex: '0',
  depositType: '0',
};

const withdrawal = {
  withdrawId: '77120045',
  coin: 'ETH',
  chain: 'ETH',
  amount: '0.123456789012345678',
  txID: '0x8b0f2e7c6d5a4b39281706f5e4d3c2b1a09f8e7d6c5b4a392817060f1e2d3c4b',
  status: 'success',
  toAddress: '0x52908400098527886e0f7030069857d2e4169ee7',
  tag: '',
  withdrawFee: '0.0012',
  createTime: '1718000000999',
  updateTime: '1718000300000',
  withdrawType: 0,
};

describe('mapDeposits', () => {
  it("has the sender's address if the exchange reports it, else the account's own", () => {
    const row = { ...deposit, fromAddress: 'sender' };
    const addressOf = (each: object) => mapDeposits([each], sameSymbol).transactions[0]?.address;
    expect(addressOf(row)).toBe('sender');
    expect(addressOf({ ...deposit, fromAddress: '' })).toBe(deposit.toAddress);
    // The key of a row without an identifier contains the account's own address.
    const [before, after] = [deposit, row].map((each) =>
      Object.assign({}, each, { id: undefined }),
    );
    const keyOf = (each: object) => mapDeposits([each], sameSymbol).transactions[0]?.key;
    expect(keyOf(after!)).toBe(keyOf(before!));
  });

  it('maps the row digit by digit, without a fee if the row has none', () => {
    expect(mapDeposits([deposit], sameSymbol).transactions).toEqual([
      {
        key: 'deposit:204117890',
        type: 'deposit',
        status: 'completed',
        asset: 'USDT',
        amount: '250.500000',
        timestampMs: 1718000123456,
        txid: deposit.txID,
        address: deposit.toAddress,
        feeCost: null,
        feeCurrency: null,
      },
    ]);
  });

  it.each([
    [1, 'pending'],
    [99, 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapDeposits([{ ...deposit, status }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });

  it('identifies a row without id by its place on the chain, even if its time changes', () => {
    const { id: _, ...old } = deposit;
    const keyOf = (...rows: object[]) =>
      mapDeposits(rows, sameSymbol).transactions.map(({ key }) => key);
    const [key] = keyOf(old);
    // Rows are stored under this key.
    expect(key).toBe(
      `deposit:["deposit","USDT","${deposit.txID}:0","${deposit.toAddress}",0,"250.5"]#0`,
    );
    expect(keyOf({ ...old, successAt: '1718000999999', status: 3 })).toEqual([key]);
    expect(keyOf({ ...old, txIndex: '1' })).not.toEqual([key]);
    expect(new Set(keyOf(old, old)).size).toBe(2);
  });

  it('distinguishes rows without id and txid by time', () => {
    const { id: _, ...old } = { ...deposit, txID: '' };
    const later = { ...old, successAt: '1718000123457' };
    const keysOf = (...rows: object[]) =>
      mapDeposits(rows, sameSymbol).transactions.map(({ key }) => key);
    expect(keysOf(old, later)).toEqual([...keysOf(old), ...keysOf(later)]);
    expect(keysOf(old)).not.toEqual(keysOf(later));
  });

  it.each([
    [{ successAt: undefined }, 'successAt is missing'],
    [{ successAt: '0' }, 'successAt is not a time'],
    [{ amount: 'abc' }, 'amount is not a decimal'],
    [{ amount: '-1' }, 'amount is negative'],
    [{ coin: '' }, 'coin is missing'],
    [{ id: 'a\u0000b' }, 'id has control characters'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const rows = [
      { ...deposit, ...change },
      { ...deposit, id: '2' },
    ];
    const reading = mapDeposits(rows, sameSymbol);
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable).toHaveLength(1);
    expect(reading.unreadable[0]?.reason).toContain(reason);
  });
});

it('maps the fee of a deposit, in its asset', () => {
  const { transactions } = mapDeposits([{ ...deposit, depositFee: '0.50' }], sameSymbol);
  expect(transactions).toMatchObject([
    { amount: '250.500000', feeCost: '0.50', feeCurrency: 'USDT' },
  ]);
});

it('maps a repaired deposit to the key of its quarantined version', () => {
  const { unreadable } = mapDeposits([{ ...deposit, amount: '' }], sameSymbol);
  const [mapped] = mapDeposits([deposit], sameSymbol).transactions;
  expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'amount is missing' }]);
});

describe('mapInternalDeposits', () => {
  const internal = {
    id: '90210',
    amount: '12',
    type: 1,
    coin: 'USDT',
    address: 'ab***@example.org',
    status: 2,
    createdTime: '1718000000',
    txID: '0c5d3a2e-1f4b-4c6d-8e9f-0a1b2c3d4e5f',
  };

  it('maps the time in seconds, without txid and address on a chain', () => {
    expect(mapInternalDeposits([internal], sameSymbol).transactions).toMatchObject([
      {
        key: 'internal-deposit:90210',
        type: 'deposit',
        status: 'completed',
        timestampMs: 1718000000000,
        txid: null,
        address: null,
      },
    ]);
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapInternalDeposits([{ ...internal, createdTime: '' }], sameSymbol);
    const [mapped] = mapInternalDeposits([internal], sameSymbol).transactions;
    expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'createdTime is missing' }]);
  });
});

describe('mapWithdrawals', () => {
  it('maps amount, fee and the time of creation', () => {
    expect(mapWithdrawals([withdrawal], sameSymbol).transactions).toEqual([
      {
        key: 'withdrawal:77120045',
        type: 'withdrawal',
        status: 'completed',
        asset: 'ETH',
        amount: '0.123456789012345678',
        timestampMs: 1718000000999,
        txid: withdrawal.txID,
        address: withdrawal.toAddress,
        feeCost: '0.0012',
        feeCurrency: 'ETH',
      },
    ]);
  });

  it('maps a withdrawal without a type as one on a chain', () => {
    const old = { ...withdrawal, withdrawType: undefined };
    expect(mapWithdrawals([old], sameSymbol).transactions[0]?.txid).toBe(withdrawal.txID);
  });

  it("maps a withdrawal to another customer without txid, with the customer's number as its address", () => {
    const internal = { ...withdrawal, withdrawType: 1, toAddress: '30012345', txID: 'abc-def' };
    const { transactions } = mapWithdrawals([internal], sameSymbol);
    expect(transactions[0]).toMatchObject({ txid: null, address: '30012345' });
  });

  it.each([
    ['CancelByUser', 'canceled'],
    ['Unknown', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, status }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapWithdrawals([{ ...withdrawal, amount: '' }], sameSymbol);
    const [mapped] = mapWithdrawals([withdrawal], sameSymbol).transactions;
    expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'amount is missing' }]);
  });
});
