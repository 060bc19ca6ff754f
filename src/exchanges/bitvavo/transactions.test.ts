import { describe, expect, it } from 'vitest';

import { mapDeposits, mapWithdrawals } from './transactions.ts';

const toSymbol = (id: string): string => id.toUpperCase();

const deposit = {
  timestamp: 1718000123000,
  symbol: 'usdc',
  amount: '75.250000',
  fee: '0',
  status: 'completed',
  txId: '0x8b0f2e7c6d5a4b39281706f5e4d3c2b1a09f8e7d6c5b4a392817060f1e2d3c4b',
  address: '0x52908400098527886e0f7030069857d2e4169ee7',
};

const withdrawal = {
  timestamp: 1718000000999,
  symbol: 'xrp',
  amount: '120.800000',
  fee: '0.20',
  status: 'completed',
  address: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  paymentId: '10002653',
  txId: '5D0CF1F4A6C1B7E2A90B1C73B6F0F3B6A7FD0A2AD3B3AD6FC60E0B0A58C47A11',
};

describe('mapDeposits', () => {
  it('maps the row digit by digit, including a fee of zero', () => {
    expect(mapDeposits([deposit], toSymbol).transactions).toEqual([
      {
        key: expect.stringMatching(/^deposit:.*#0$/),
        type: 'deposit',
        status: 'completed',
        asset: 'USDC',
        amount: '75.250000',
        timestampMs: 1718000123000,
        txid: deposit.txId,
        address: deposit.address,
        feeCost: '0',
        feeCurrency: 'USDC',
      },
    ]);
  });

  it('distinguishes equal rows by ordinals, which are the same after a re-read', () => {
    const keysOf = (...rows: object[]) =>
      mapDeposits(rows, toSymbol).transactions.map(({ key }) => key);
    const keys = keysOf(deposit, { ...deposit, txId: '0x01' }, deposit);
    expect(new Set(keys).size).toBe(3);
    expect(keysOf(deposit, deposit)).toEqual([keys[0], keys[2]]);
  });

  it('maps a deposit of fiat, which has no txid', () => {
    const { txId: _, ...fiat } = { ...deposit, symbol: 'EUR', address: 'NL00BANK0123456789' };
    expect(mapDeposits([fiat], toSymbol).transactions[0]).toMatchObject({
      asset: 'EUR',
      txid: null,
      address: 'NL00BANK0123456789',
    });
  });

  it.each([
    // The documentation lists a status for deposits of fiat only.
    [undefined, 'completed'],
    ['', 'completed'],
    ['canceled', 'canceled'],
    ['rejected', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapDeposits([{ ...deposit, status }], toSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });

  it.each([
    [{ timestamp: undefined }, 'timestamp is missing'],
    [{ timestamp: 'yesterday' }, 'timestamp is not a time'],
    [{ amount: 'abc' }, 'amount is not a decimal'],
    [{ amount: '-1' }, 'amount is negative'],
    [{ symbol: '' }, 'symbol is missing'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const reading = mapDeposits([{ ...deposit, ...change }, deposit], toSymbol);
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable[0]?.reason).toContain(reason);
  });
});

describe('mapWithdrawals', () => {
  it('maps amount, fee, and the address without its tag', () => {
    expect(mapWithdrawals([withdrawal], toSymbol).transactions).toMatchObject([
      {
        type: 'withdrawal',
        asset: 'XRP',
        amount: '120.800000',
        timestampMs: 1718000000999,
        txid: withdrawal.txId,
        address: withdrawal.address,
        feeCost: '0.20',
        feeCurrency: 'XRP',
      },
    ]);
  });

  it('keeps the key of a withdrawal when it gets a txid', () => {
    const keyOf = (row: object) => mapWithdrawals([row], toSymbol).transactions[0]?.key;
    const { txId: _, ...waiting } = { ...withdrawal, status: 'awaiting_processing' };
    expect(keyOf(waiting)).toBe(keyOf(withdrawal));
    expect(keyOf({ ...waiting, amount: '120.9' })).not.toBe(keyOf(withdrawal));
  });

  it('quarantines a row that cannot be read, and maps the others', () => {
    const rows = [{ ...withdrawal, amount: 'abc' }, withdrawal];
    const { transactions, unreadable } = mapWithdrawals(rows, toSymbol);
    expect(transactions).toHaveLength(1);
    expect(unreadable).toMatchObject([
      { key: expect.stringMatching(/^withdrawals:./), reason: 'amount is not a decimal: abc' },
    ]);
  });

  it('maps a missing fee to null', () => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, fee: undefined }], toSymbol);
    expect(transactions[0]).toMatchObject({ feeCost: null, feeCurrency: null });
  });

  it.each([
    ['canceled', 'canceled'],
    ['rejected', 'unknown'],
    [undefined, 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, status }], toSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });
});
