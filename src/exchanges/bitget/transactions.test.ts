import { describe, expect, it } from 'vitest';

import { mapDeposits, mapWithdrawals } from './transactions.ts';

const toSymbol = (id: string): string => id.toUpperCase();

const deposit = {
  orderId: '1180220045118300160',
  tradeId: '5d0cf1f4a6c1b7e2a90b1c73b6f0f3b6a7fd0a2ad3b3ad6fc60e0b0a58c47a11',
  coin: 'usdt',
  type: 'deposit',
  size: '75.250000',
  status: 'success',
  toAddress: 'TB1WQmj63bHV9Qmuhp39WABzutphMAetSc',
  dest: 'on_chain',
  chain: 'TRC20',
  fromAddress: null,
  cTime: '1718000123456',
  uTime: '1718000183456',
};

const withdrawal = {
  orderId: '1180330077219200000',
  tradeId: '0x8b0f2e7c6d5a4b39281706f5e4d3c2b1a09f8e7d6c5b4a392817060f1e2d3c4b',
  clientOid: '',
  coin: 'eth',
  type: 'withdraw',
  dest: 'on_chain',
  size: '0.1246',
  fee: '-0.00120',
  status: 'success',
  toAddress: '0x52908400098527886e0f7030069857d2e4169ee7',
  chain: 'ETH',
  confirm: '64',
  tag: '',
  cTime: '1718000000999',
  uTime: '1718000300000',
};

describe('mapDeposits', () => {
  it("has the sender's address if the exchange reports it, else the account's own", () => {
    const row = { ...deposit, fromAddress: 'sender' };
    const addressOf = (each: object) => mapDeposits([each], toSymbol).transactions[0]?.address;
    expect(addressOf(row)).toBe('sender');
    expect(addressOf({ ...deposit, fromAddress: '' })).toBe(deposit.toAddress);
  });

  it('maps the row digit by digit, with the time of creation', () => {
    expect(mapDeposits([deposit], toSymbol).transactions).toEqual([
      {
        key: 'deposit:1180220045118300160',
        type: 'deposit',
        status: 'completed',
        asset: 'USDT',
        amount: '75.250000',
        timestampMs: 1718000123456,
        txid: deposit.tradeId,
        address: deposit.toAddress,
        feeCost: null,
        feeCurrency: null,
      },
    ]);
  });

  it.each(['internal_transfer', 'internal', 'fast'])(
    'maps a deposit with dest %s, from another customer, without txid and address',
    (dest) => {
      const internal = { ...deposit, dest, toAddress: '7000002' };
      expect(mapDeposits([internal], toSymbol).transactions[0]).toMatchObject({
        txid: null,
        address: null,
      });
    },
  );

  it.each([undefined, ''])('maps the txid of a deposit whose dest is %j', (dest) => {
    expect(mapDeposits([{ ...deposit, dest }], toSymbol).transactions[0]).toMatchObject({
      txid: deposit.tradeId,
      address: deposit.toAddress,
    });
  });

  it.each([
    [{ cTime: undefined }, 'cTime is missing'],
    [{ cTime: 'yesterday' }, 'cTime is not a time'],
    [{ size: 'abc' }, 'size is not a decimal'],
    [{ size: '-1' }, 'size is negative'],
    [{ orderId: '' }, 'orderId is missing'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const rows = [
      { ...deposit, ...change },
      { ...deposit, orderId: '2' },
    ];
    const reading = mapDeposits(rows, toSymbol);
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable[0]?.reason).toContain(reason);
  });

  it('quarantines a row under the key of its identifier', () => {
    const { unreadable } = mapDeposits([{ ...deposit, cTime: '' }], toSymbol);
    expect(unreadable[0]?.key).toBe('deposit:1180220045118300160');
  });
});

describe('mapWithdrawals', () => {
  it('maps the amount that the receiver gets, exactly, and the fee without its sign', () => {
    expect(mapWithdrawals([withdrawal], toSymbol).transactions).toEqual([
      {
        key: 'withdrawal:1180330077219200000',
        type: 'withdrawal',
        status: 'completed',
        asset: 'ETH',
        amount: '0.12340',
        timestampMs: 1718000000999,
        txid: withdrawal.tradeId,
        address: withdrawal.toAddress,
        feeCost: '0.00120',
        feeCurrency: 'ETH',
      },
    ]);
  });

  it('maps the size as it is if the row has no fee', () => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, fee: null }], toSymbol);
    expect(transactions[0]).toMatchObject({ amount: '0.1246', feeCost: null, feeCurrency: null });
  });

  it('quarantines a row with a fee above its size', () => {
    const { unreadable } = mapWithdrawals([{ ...withdrawal, fee: '-1' }], toSymbol);
    expect(unreadable[0]?.reason).toContain('fee is above size');
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapWithdrawals([{ ...withdrawal, size: '' }], toSymbol);
    const [mapped] = mapWithdrawals([withdrawal], toSymbol).transactions;
    expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'size is missing' }]);
  });

  it('maps the txid of a withdrawal that does not say whether it is internal', () => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, dest: undefined }], toSymbol);
    expect(transactions[0]?.txid).toBe(withdrawal.tradeId);
  });

  it.each(['internal_transfer', 'inner_address_transfer'])(
    'maps a withdrawal with dest %s, to another customer, without txid',
    (dest) => {
      const internal = { ...withdrawal, dest, toAddress: '7000001' };
      expect(mapWithdrawals([internal], toSymbol).transactions[0]).toMatchObject({
        txid: null,
        address: '7000001',
      });
    },
  );

  it.each([
    ['wait_unfreeze', 'pending'],
    ['SUCCESS', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, status }], toSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });
});
