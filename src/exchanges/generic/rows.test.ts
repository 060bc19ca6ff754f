import { describe, expect, it } from 'vitest';

import { LIST_NAME, mapUnifiedRows, type RowOptions, type UnifiedRow } from './rows.ts';

const options: RowOptions = {
  method: 'fetchDeposits',
  sharedList: false,
  onlyAsset: null,
  listsByAsset: false,
};
const unified: UnifiedRow = {
  id: 'd1',
  txid: '0xaa',
  timestamp: 1_718_000_123_000,
  address: 'T1',
  amount: '1.5',
  currency: 'USDT',
  status: 'ok',
  info: { id: 'd1', txId: '0xaa', amount: '1.500', status: 'DONE' },
};

function mapOne(change: object, raw: object = {}, further: Partial<RowOptions> = {}) {
  const info = { ...(unified['info'] as object), ...raw };
  const reading = mapUnifiedRows([{ ...unified, info, ...change }], { ...options, ...further });
  return reading.transactions[0] ?? reading.unreadable[0]?.reason;
}

describe('mapUnifiedRows', () => {
  it('gives an amount the digits that the exchange sent, without a sign', () => {
    expect(mapOne({})).toMatchObject({ amount: '1.500', key: 'deposit:d1' });
    expect(mapOne({ amount: '1.5' }, { amount: '-1.500' })).toMatchObject({ amount: '1.500' });
    expect(mapOne({ amount: undefined })).toMatchObject({ amount: '1.500' });
  });

  it('takes no amount from a binary float that the row does not bear out', () => {
    expect(mapOne({ amount: 0.1 + 0.2 })).toContain('amount is not an exact decimal');
    const computed = { amount: 0.5 - 0.0021, fee: { cost: 0.0021, currency: 'ETH' } };
    expect(mapOne(computed, { amount: '0.50', fee: '0.0021' })).toMatchObject({
      amount: '0.4979',
      feeCost: '0.0021',
    });
  });

  it.each([
    [{ cost: 0, currency: 'USDT' }, {}, null],
    [{ cost: '0', currency: 'USDT' }, {}, null],
    [{ cost: '0', currency: 'USDT' }, { fee: '0.00' }, '0.00'],
    [{ cost: 1, currency: 'USDT' }, { fee: '1.75' }, '1.75'],
    [{ cost: '0.25', currency: 'USDT' }, { fee: '-0.250' }, '0.250'],
    [{ cost: '0.25', currency: 'USDT' }, { feeRate: '0.1' }, '0.25'],
  ])('tells the fee %j of a row with %j as %j', (fee, raw, feeCost) => {
    expect(mapOne({ fee }, raw)).toMatchObject({
      feeCost,
      feeCurrency: feeCost === null ? null : 'USDT',
    });
  });

  it.each([
    ['canceled', 'canceled'],
    ['REJECTED', 'failed'],
    ['Awaiting_Approval', 'pending'],
    ['7', 'unknown'],
    ['confirmed', 'unknown'],
    ['COMPLETE: 0x12d4', 'completed'],
  ])('reads the status %s as %s', (status, wanted) => {
    expect(mapOne({ status })).toMatchObject({ status: wanted });
  });

  it('tells no transaction that is none: the own identifier, words, an empty hash', () => {
    expect(mapOne({ txid: 'd1' }, { txId: undefined })).toMatchObject({ txid: null });
    expect(mapOne({ txid: 'Internal transfer 12' })).toMatchObject({ txid: null });
    expect(mapOne({ txid: 'n1', id: undefined }, { transactionHash: null })).toMatchObject({
      txid: null,
      key: 'deposit:n1',
    });
  });

  it('finds a time that ccxt does not, in any form, and keeps a row without one raw', () => {
    const without = { timestamp: undefined };
    const timestampMs = 1_718_000_123_000;
    expect(mapOne(without, { createTime: '1718000123' })).toMatchObject({ timestampMs });
    expect(mapOne(without, { created_at: '2024-06-10 06:15:23' })).toMatchObject({ timestampMs });
    expect(mapOne(without, { created_at: '2024-06-10 06:15:23.000+00' })).toMatchObject({
      timestampMs,
    });
    expect(mapOne(without)).toBe('timestamp is missing');
  });

  it('takes the kind from the list that was asked, and from the row where lists are one', () => {
    expect(mapOne({ type: 'withdrawal' })).toMatchObject({ type: 'deposit' });
    expect(mapOne({ type: 'withdrawal' }, {}, { sharedList: true })).toBeUndefined();
    const combined = { method: 'fetchDepositsWithdrawals' } as const;
    expect(mapOne({ type: 'withdrawal' }, {}, combined)).toMatchObject({ type: 'withdrawal' });
    expect(mapOne({ type: undefined }, {}, combined)).toMatchObject({ type: 'other' });
    const list = { type: 'deposit', [LIST_NAME]: 'withdrawals' };
    expect(mapOne(list, {}, combined)).toMatchObject({ type: 'withdrawal' });
    const mixed = { type: 'deposit', [LIST_NAME]: 'transfers' };
    expect(mapOne(mixed, {}, combined)).toMatchObject({ type: 'deposit' });
  });

  it('tells a row of neither kind once where lists are one', () => {
    const shared = { sharedList: true };
    const claim = { type: 'CLAIM' };
    expect(mapOne(claim, {}, shared)).toMatchObject({ type: 'other' });
    expect(mapOne(claim, {}, { ...shared, method: 'fetchWithdrawals' })).toBeUndefined();
    const silent = { type: undefined };
    expect(mapOne(silent, {}, shared)).toMatchObject({ type: 'deposit' });
  });

  it('takes the asset from the name of the list where rows have none', () => {
    const row = { currency: undefined, [LIST_NAME]: 'btc' };
    expect(mapOne(row, {}, { listsByAsset: true })).toMatchObject({ asset: 'BTC' });
    expect(mapOne(row)).toBe('currency is missing');
  });

  it('does not believe an identifier that two different rows have', () => {
    const { transactions } = mapUnifiedRows([unified, { ...unified, amount: '2' }], options);
    expect(new Set(transactions.map(({ key }) => key)).size).toBe(2);
    const same = mapUnifiedRows([unified, unified], options).transactions;
    expect(new Set(same.map(({ key }) => key)).size).toBe(1);
  });
});
