import { describe, expect, it } from 'vitest';

import type { ExchangeTransaction } from '../exchange.ts';
import { requireText } from '../mapping/raw-row.ts';
import { LIST_NAME, mapUnifiedRows, type RowOptions, type UnifiedRow } from './rows.ts';
import type { RowTraits } from './exchange-traits.ts';

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
  it('restores the digits of an amount that the exchange sent, without a sign', () => {
    expect(mapOne({})).toMatchObject({ amount: '1.500', key: 'deposit:d1' });
    expect(mapOne({ amount: '1.5' }, { amount: '-1.500' })).toMatchObject({ amount: '1.500' });
    expect(mapOne({ amount: undefined })).toMatchObject({ amount: '1.500' });
  });

  it('refuses an amount in a binary float that the row does not contain', () => {
    expect(mapOne({ amount: 0.1 + 0.2 })).toContain('amount is not an exact decimal');
    const computed = { amount: 0.5 - 0.0021, fee: { cost: 0.0021, currency: 'ETH' } };
    expect(mapOne(computed, { amount: '0.50', fee: '0.0021' })).toMatchObject({
      amount: '0.4979',
      feeCost: '0.0021',
    });
    // The difference of the floats is not the float of the exact difference.
    const large = { amount: 123464708.101 - 0.002, fee: { cost: 0.002, currency: 'ETH' } };
    expect(mapOne(large, { amount: '123464708.101', fee: '0.002' })).toMatchObject({
      amount: '123464708.099',
    });
    expect(mapOne(large, { amount: '123464709.101', fee: '0.002' })).toContain('not an exact');
  });

  it('identifies a withdrawal without an identifier in the same way before and after it is sent', () => {
    const keyOf = (txid: string | undefined) => {
      const row = { ...unified, id: undefined, txid, info: { amount: '1.500', txId: txid } };
      return mapUnifiedRows([row], { ...options, method: 'fetchWithdrawals' }).transactions[0]?.key;
    };
    expect(keyOf('0xaa')).toBe(keyOf(undefined));
    expect(keyOf('0xaa')).toContain('withdrawal:');
  });

  it('reads a fee in the fields of the exchange, in the asset of the row', () => {
    const traits = { fee: ['cost'] };
    const read = { feeCost: '0.50', feeCurrency: 'USDT' };
    expect(mapOne({}, { cost: '0.50' }, { traits })).toMatchObject(read);
    expect(mapOne({ fee: { cost: '0.5' } }, { cost: '0.50' }, { traits })).toMatchObject(read);
    expect(mapOne({}, {}, { traits })).toMatchObject({ feeCost: null, feeCurrency: null });
  });

  it('subtracts the fee from a withdrawal if its amount includes the fee', () => {
    const traits = { withdrawalsHoldFee: true } as const;
    const further = { traits, method: 'fetchWithdrawals' } as const;
    const fee = { cost: '0.25', currency: 'USDT' };
    const net = { amount: '1.250', feeCost: '0.25' };
    expect(mapOne({ fee }, { fee: '0.25' }, further)).toMatchObject(net);
    expect(mapOne({ fee }, { fee: '0.25' }, { traits })).toMatchObject({ amount: '1.500' });
    expect(mapOne({}, {}, further)).toMatchObject({ amount: '1.500', feeCost: null });
    const other = { ...fee, currency: 'ETH' };
    const whole = { amount: '1.500', feeCost: '0.25', feeCurrency: 'ETH' };
    expect(mapOne({ fee: other }, { fee: '0.25' }, further)).toMatchObject(whole);
    expect(mapOne({ fee: { ...fee, cost: '2' } }, { fee: '2' }, further)).toBe(
      'fee is above amount: 1.500',
    );
  });

  it('reads the amount in the fields of the exchange', () => {
    const traits = { amount: ['moved', 'net'] };
    const raw = { moved: undefined, net: '1.20', amount: undefined };
    expect(mapOne({ amount: undefined }, raw, { traits })).toMatchObject({ amount: '1.20' });
    expect(mapOne({}, { moved: '-1.3' }, { traits })).toMatchObject({ amount: '1.3' });
    expect(mapOne({}, {}, { traits })).toMatchObject({ amount: '1.500' });
  });

  it('reads the asset by an identifier of a listed coin', () => {
    const assetOf = (coinId: string) => (coinId === 'ARB_USDCNATIVE' ? 'USDC' : null);
    const further = { traits: { coin: 'token' }, assetOf };
    expect(mapOne({ currency: 'USDCNATIVE' }, { token: 'ARB_USDCNATIVE' }, further)).toMatchObject({
      asset: 'USDC',
    });
    expect(mapOne({}, { token: 'ODD' }, further)).toMatchObject({ asset: 'USDT' });
    expect(mapOne({}, {}, further)).toMatchObject({ asset: 'USDT' });
  });

  it.each([
    [{ cost: 0, currency: 'USDT' }, {}, null],
    [{ cost: '0', currency: 'USDT' }, {}, null],
    [{ cost: '0', currency: 'USDT' }, { fee: '0.00' }, '0.00'],
    [{ cost: 1, currency: 'USDT' }, { fee: '1.75' }, '1.75'],
    [{ cost: 1, currency: 'USDT' }, { feeRate: '0.1', fee: '1.75' }, '1.75'],
    [{ cost: '0.25', currency: 'USDT' }, { fee: '-0.250' }, '0.250'],
    [{ cost: '0.25', currency: 'USDT' }, { feeRate: '0.1' }, '0.25'],
  ])('maps the fee %j of a row with %j to %j', (fee, raw, feeCost) => {
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
    ['WAIT', 'pending'],
    ['Refunded', 'failed'],
    ['ROLLED_BACK', 'failed'],
    ['PENDING APPROVAL', 'pending'],
  ])('reads the status %s as %s', (status, wanted) => {
    expect(mapOne({ status })).toMatchObject({ status: wanted });
  });

  it("maps the exchange's own identifier, words and an empty hash to no txid", () => {
    expect(mapOne({ txid: 'd1' }, { txId: undefined })).toMatchObject({ txid: null });
    expect(mapOne({ txid: 'Internal transfer 12' })).toMatchObject({ txid: null });
    expect(mapOne({ txid: 'n1', id: undefined }, { transactionHash: null })).toMatchObject({
      txid: null,
      key: 'deposit:n1',
    });
  });

  it('finds a time that ccxt does not read, in any form, and quarantines a row without a time', () => {
    const without = { timestamp: undefined };
    const timestampMs = 1_718_000_123_000;
    expect(mapOne(without, { createTime: '1718000123' })).toMatchObject({ timestampMs });
    expect(mapOne(without, { created_at: '2024-06-10 06:15:23' })).toMatchObject({ timestampMs });
    expect(mapOne(without, { created_at: '2024-06-10 06:15:23.000+00' })).toMatchObject({
      timestampMs,
    });
    expect(mapOne(without)).toBe('timestamp is missing');
  });

  it.each([0, -1_718_000_123_000])('quarantines a row with the time %s', (timestamp) => {
    expect(mapOne({ timestamp })).toMatch(/^timestamp is (missing|not a time)/);
  });

  it('quarantines a row with a time before 1970', () => {
    const row = { createTime: '1960-01-01T00:00:00Z' };
    expect(mapOne({ timestamp: undefined }, row)).toBe('timestamp is not a time: -315619200000');
  });

  it('truncates a time in seconds that ccxt rounds to the adjacent millisecond', () => {
    const created_at = '1718000123.4779999999';
    const timestamp = Math.trunc(Number(created_at) * 1000);
    expect(timestamp).toBe(1_718_000_123_478);
    expect(mapOne({ timestamp }, { created_at })).toMatchObject({ timestampMs: timestamp - 1 });
    expect(mapOne({ timestamp }, { price: created_at, time: timestamp })).toMatchObject({
      timestampMs: timestamp,
    });
  });

  it('determines the kind by the requested list, or by the row if both kinds share a list', () => {
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

  it.each([
    ['transfer', {}, 'other'],
    ['INTERNAL_TRANSFER_IN', {}, 'transfer_in'],
    ['transferOut', {}, 'transfer_out'],
    ['transfer', { direction: 'OUT' }, 'transfer_out'],
    ['transfer', { side: 'incoming', type: 'transfer' }, 'transfer_in'],
    ['transfer', { amount: '-1.5' }, 'transfer_out'],
    ['internal', {}, 'other'],
  ])('maps a transfer of kind %s with %j to type %s', (type, raw, expected) => {
    const combined = { method: 'fetchDepositsWithdrawals' } as const;
    // Rows that were stored when types had no direction have the same keys.
    const key = 'transfer:d1';
    expect(mapOne({ type }, raw, combined)).toMatchObject({ type: expected, key });
  });

  it('maps a row of neither kind once if both kinds share a list', () => {
    const shared = { sharedList: true };
    const claim = { type: 'CLAIM' };
    expect(mapOne(claim, {}, shared)).toMatchObject({ type: 'other' });
    expect(mapOne(claim, {}, { ...shared, method: 'fetchWithdrawals' })).toBeUndefined();
    const silent = { type: undefined };
    expect(mapOne(silent, {}, shared)).toMatchObject({ type: 'deposit' });
  });

  it('uses the name of the list as the asset if rows have none', () => {
    const row = { currency: undefined, [LIST_NAME]: 'btc' };
    expect(mapOne(row, {}, { listsByAsset: true })).toMatchObject({ asset: 'BTC' });
    expect(mapOne(row)).toBe('currency is missing');
  });

  it.each([
    ['deposit', 'sent'],
    ['withdrawal', 'credit'],
  ])('reads no kind from the name of a list that is an asset: a %s of %s', (type, list) => {
    const lists = { method: 'fetchDepositsWithdrawals', listsByAsset: true } as const;
    const row = { type, currency: undefined, [LIST_NAME]: list };
    expect(mapOne(row, {}, lists)).toMatchObject({ type, asset: list.toUpperCase() });
  });

  it('uses the only asset of an exchange, or a field with a usual name', () => {
    const without = { currency: undefined };
    expect(mapOne(without, { coin: 'eth' })).toMatchObject({ asset: 'ETH' });
    expect(mapOne(without, { coin: 'eth' }, { onlyAsset: 'USDC' })).toMatchObject({
      asset: 'USDC',
    });
    expect(mapOne({}, {}, { onlyAsset: 'USDC' })).toMatchObject({ asset: 'USDT' });
  });

  it('reads the kind of a row in a shared list from a field with a usual name', () => {
    const raw = { side: 'WITHDRAWAL' };
    expect(mapOne({ type: undefined }, raw, { sharedList: true })).toBeUndefined();
    const withdrawals = { sharedList: true, method: 'fetchWithdrawals' } as const;
    expect(mapOne({ type: undefined }, raw, withdrawals)).toMatchObject({ type: 'withdrawal' });
  });

  it('quarantines the row of the exchange, or the row of ccxt if there is none', () => {
    const rawOf = (row: UnifiedRow) => mapUnifiedRows([row], options).unreadable[0]?.raw;
    expect(rawOf({ info: { a: 1 }, b: 2 })).toBe('{"a":1}');
    expect(rawOf({ b: 2 })).toBe('{"b":2}');
  });

  it('ignores an identifier that two different rows have', () => {
    const { transactions } = mapUnifiedRows([unified, { ...unified, amount: '2' }], options);
    expect(new Set(transactions.map(({ key }) => key)).size).toBe(2);
    const later = { ...unified, timestamp: 1_718_000_124_000 };
    const atTwoTimes = mapUnifiedRows([unified, later], options).transactions;
    expect(new Set(atTwoTimes.map(({ key }) => key)).size).toBe(2);
    const same = mapUnifiedRows([unified, unified], options).transactions;
    expect(new Set(same.map(({ key }) => key)).size).toBe(1);
  });

  it('ignores an identifier that is the txid, which two movements of one transaction have', () => {
    const row = { ...unified, id: '0xaa', info: { txId: '0xaa', amount: '1.500' } };
    const keysOf = (rows: readonly UnifiedRow[], method: RowOptions['method']) =>
      mapUnifiedRows(rows, { ...options, method }).transactions.map(({ key }) => key);
    expect(new Set(keysOf([row, row], 'fetchDeposits')).size).toBe(2);
    // A withdrawal has no txid before it is sent.
    const waiting = { ...row, id: undefined, txid: undefined, info: { amount: '1.500' } };
    expect(keysOf([row], 'fetchWithdrawals')).toEqual(keysOf([waiting], 'fetchWithdrawals'));
  });

  it('reads the time of creation if ccxt reads the time of an update', () => {
    const timestampMs = 1_718_000_000_000;
    const raw = { createdTime: '1718000000000', updated_at: '2024-06-10T06:15:23Z' };
    expect(mapOne({}, raw)).toMatchObject({ timestampMs });
    expect(mapOne({}, { ...raw, time: 1_718_000_123 })).toMatchObject({ timestampMs });
    // A time that is not the time of the update is correct.
    expect(mapOne({}, { ...raw, updated_at: '2024-06-11T06:15:23Z' })).toMatchObject({
      timestampMs: 1_718_000_123_000,
    });
    const named = { requestId: '1234567890', updated_at: raw.updated_at };
    expect(mapOne({}, named)).toMatchObject({ timestampMs: 1_718_000_123_000 });
    // The creation of a process is no update.
    const started = { createdTime: '1718000000000', processCreatedAt: raw.updated_at };
    expect(mapOne({}, started)).toMatchObject({ timestampMs: 1_718_000_123_000 });
    const traits = { createdAt: ['booked'] };
    expect(mapOne({}, { ...raw, in: { booked: 1_717_000_000 } }, { traits })).toMatchObject({
      timestampMs: 1_717_000_000_000,
    });
  });

  it('reads the sender of a deposit and the destination of a withdrawal, under unchanged keys', () => {
    const noId = { id: undefined, txid: undefined };
    const plain = mapOne(noId, { id: undefined, txId: undefined }) as ExchangeTransaction;
    const raw = { id: undefined, txId: undefined, fromAddress: 'S1' };
    const corrected = mapOne(noId, raw) as ExchangeTransaction;
    expect([plain.address, corrected.address]).toEqual(['T1', 'S1']);
    expect(corrected.key).toBe(plain.key);
    expect(mapOne(noId, raw, { method: 'fetchWithdrawals' })).toMatchObject({ address: 'T1' });
    expect(mapOne({ addressFrom: 'S2' })).toMatchObject({ address: 'S2' });
    const destination = { address: undefined, addressTo: 'T2' };
    expect(mapOne(destination, {}, { method: 'fetchWithdrawals' })).toMatchObject({
      address: 'T2',
    });
    const traits = { sender: ['origin'] };
    expect(mapOne({ addressFrom: 'S2' }, { origin: 'S3' }, { traits })).toMatchObject({
      address: 'S3',
    });
    expect(mapOne({ addressFrom: 'S2' }, {}, { traits })).toMatchObject({ address: 'T1' });
  });

  it.each([
    ['canceled', 'FAILED', 'failed'],
    ['failed', 'CANCELLED', 'canceled'],
    // For words with different meanings at different exchanges, ccxt's status is used.
    ['ok', 'accepted', 'completed'],
    ['failed', 'COMPLETED', 'failed'],
  ])('maps the status %s, which ccxt derives from %s, to %s', (status, word, wanted) => {
    expect(mapOne({ status }, { status: word })).toMatchObject({ status: wanted });
  });

  it("prefers the exchange's word for a code, and uses its status if ccxt has none", () => {
    expect(mapOne({ status: 'ok' }, { statusCode: 'FAILED' })).toMatchObject({ status: 'failed' });
    expect(mapOne({ status: 'ok' }, { statusCode: '7' })).toMatchObject({ status: 'completed' });
    expect(mapOne({ status: undefined }, { status: 'FAILED' })).toMatchObject({ status: 'failed' });
  });

  it('reads a row that ccxt returns without the row of the exchange', () => {
    const read = (row: UnifiedRow) => requireText(row, 'id');
    const traits: RowTraits = {
      amount: (row) => [read(row)],
      txid: read,
      type: () => 'reward',
      asset: read,
      status: { field: read, deposits: { d1: 'completed' }, withdrawals: {} },
    };
    const found = { txid: '0xaa', type: 'deposit', asset: 'USDT', status: 'unknown' };
    for (const info of [undefined, null, 'd1']) {
      const { transactions } = mapUnifiedRows([{ ...unified, info }], { ...options, traits });
      expect(transactions).toMatchObject([{ ...found, amount: '1.5' }]);
    }
    expect(mapOne({}, { d1: '2' }, { traits })).toMatchObject({ amount: '2', type: 'reward' });
  });

  it('quarantines a row without an amount, or with a fee that is above it', () => {
    expect(mapOne({ amount: undefined }, { amount: undefined })).toBe('amount is missing');
    const computed = { amount: 0.5 - 0.75, fee: { cost: 0.75, currency: 'ETH' } };
    expect(mapOne(computed, { amount: '0.50', fee: '0.75' })).toContain('not an exact decimal');
    const endless = { amount: 0.5, fee: { cost: `0.${'3'.repeat(90)}`, currency: 'ETH' } };
    expect(mapOne(endless, { amount: '0.50000001' })).toContain('not an exact decimal');
  });

  it('fails on an error that is not about the row', () => {
    const type = () => {
      throw new RangeError('defect');
    };
    expect(() => mapOne({}, {}, { traits: { type } })).toThrow('defect');
  });

  it('identifies a row without an identifier by the corrected asset if ccxt reads none', () => {
    const traits: RowTraits = { asset: ({ token }) => String(token) };
    const rowOf = (token: string): UnifiedRow => ({
      ...unified,
      id: undefined,
      currency: undefined,
      txid: undefined,
      info: { token, amount: '1.500' },
    });
    const keysOf = (...tokens: string[]) =>
      mapUnifiedRows(tokens.map(rowOf), { ...options, traits }).transactions.map(({ key }) => key);
    expect(keysOf('BTC', 'ETH')).toEqual([...keysOf('BTC'), ...keysOf('ETH')]);
    expect(keysOf('BTC')).not.toEqual(keysOf('ETH'));
  });

  it('prefers a field of the row to a nested field with the same name', () => {
    const traits: RowTraits = {
      status: { field: 'state', deposits: { a: 'pending', b: 'failed' }, withdrawals: {} },
    };
    expect(mapOne({}, { chain: { state: 'b' }, state: 'a' }, { traits })).toMatchObject({
      status: 'pending',
    });
  });

  it('reads status, asset and type as the exchange documents them', () => {
    const traits: RowTraits = {
      status: { field: 'state', deposits: { 2: 'completed' }, withdrawals: { 2: 'pending' } },
      asset: ({ coin }) => (coin === 'ARB_USDC' ? 'USDC' : null),
      type: ({ kind }) => (kind === 7 ? 'reward' : null),
    };
    const raw = { state: 2, coin: 'ARB_USDC', kind: 1 };
    expect(mapOne({ currency: 'ARB_USDC' }, raw, { traits })).toMatchObject({
      status: 'completed',
      asset: 'USDC',
      type: 'deposit',
    });
    const withdrawal = { traits, method: 'fetchWithdrawals' } as const;
    expect(mapOne({}, { ...raw, coin: 'X' }, withdrawal)).toMatchObject({
      status: 'pending',
      asset: 'USDT',
    });
    expect(mapOne({}, { state: 3, kind: 7 }, { traits })).toMatchObject({
      status: 'unknown',
      type: 'reward',
    });
  });
});
