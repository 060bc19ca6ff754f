import { describe, expect, it } from 'vitest';

import { parseExactJson } from '../client/exact-json.ts';
import { mapRecords } from './transactions.ts';

const toUpper = (id: string): string => id.toUpperCase();

const deposit = {
  id: 80123456,
  type: 'deposit',
  'sub-type': 'NORMAL',
  currency: 'usdt',
  chain: 'trc20usdt',
  'tx-hash': 'b1f5c0b6d7e8f9a0b1c2d3e4f5061728394a5b6c7d8e9f00112233445566aabb',
  amount: '75.250000000000000000',
  'from-addr-tag': '',
  'address-id': 0,
  address: 'TB1WQmj63bHV9Qmuhp39WABzutphMAetSc',
  'address-tag': '',
  fee: 0,
  state: 'safe',
  'created-at': 1718000123456,
  'updated-at': 1718000183456,
};

const withdrawal = {
  ...deposit,
  id: '61345678',
  type: 'withdraw',
  currency: 'xrp',
  amount: '20.5',
  address: 'rw2ciyaNshpHe7bCHo4bRWq6pqqynnWKQg',
  'address-tag': '100040',
  fee: '0.100000000000000000',
  state: 'confirmed',
};

const mapDeposit = (change: object) => mapRecords('deposit', [{ ...deposit, ...change }], toUpper);
const mapWithdrawal = (change: object) =>
  mapRecords('withdraw', [{ ...withdrawal, ...change }], toUpper);

describe('mapRecords', () => {
  it('maps a deposit digit by digit', () => {
    expect(mapDeposit({}).transactions).toEqual([
      {
        key: 'deposit:80123456',
        type: 'deposit',
        status: 'completed',
        asset: 'USDT',
        amount: '75.250000000000000000',
        timestampMs: 1718000123456,
        txid: deposit['tx-hash'],
        address: deposit.address,
        feeCost: '0',
        feeCurrency: 'USDT',
      },
    ]);
  });

  it('maps a withdrawal, and its address without the tag', () => {
    expect(mapWithdrawal({}).transactions).toMatchObject([
      {
        key: 'withdrawal:61345678',
        type: 'withdrawal',
        asset: 'XRP',
        amount: '20.5',
        address: withdrawal.address,
        feeCost: '0.100000000000000000',
        feeCurrency: 'XRP',
      },
    ]);
  });

  it('reads bare numbers with all of their digits', () => {
    const text = JSON.stringify({ ...withdrawal, id: 0, amount: 0, fee: 0 })
      .replace('"id":0', '"id":1234567890123456789')
      .replace('"amount":0', '"amount":123456.123456789012345678')
      .replace('"fee":0', '"fee":1E-18');
    const { transactions } = mapRecords('withdraw', [parseExactJson(text)], toUpper);
    expect(transactions[0]).toMatchObject({
      key: 'withdrawal:1234567890123456789',
      amount: '123456.123456789012345678',
      feeCost: '0.000000000000000001',
    });
  });

  it.each([{ 'tx-hash': undefined }, { 'tx-hash': null }, { 'tx-hash': '' }])(
    'maps a row with %j to a transaction without txid',
    (change) => {
      expect(mapWithdrawal(change).transactions[0]?.txid).toBeNull();
    },
  );

  it('maps a transfer within the exchange without txid', () => {
    expect(mapDeposit({ 'tx-hash': '16382690' }).transactions[0]?.txid).toBeNull();
    expect(mapDeposit({ 'sub-type': 'FAST' }).transactions[0]?.txid).toBeNull();
    const hash = `16382690${deposit['tx-hash']}`;
    expect(mapDeposit({ 'tx-hash': hash }).transactions[0]?.txid).toBe(hash);
  });

  it('maps a missing fee to null', () => {
    expect(mapWithdrawal({ fee: null }).transactions[0]).toMatchObject({
      feeCost: null,
      feeCurrency: null,
    });
  });

  it('skips rows of the other kind', () => {
    const rows = [deposit, withdrawal, { ...deposit, id: 7, type: undefined }];
    const keysOf = (kind: 'deposit' | 'withdraw') =>
      mapRecords(kind, rows, toUpper).transactions.map(({ key }) => key);
    expect(keysOf('deposit')).toEqual(['deposit:80123456', 'deposit:7']);
    expect(keysOf('withdraw')).toEqual(['withdrawal:61345678', 'withdrawal:7']);
  });

  it.each([
    ['risk-action-fail', 'failed'],
    // The documentation does not say if the withdrawal has ended.
    ['risk-action-timeout', 'unknown'],
  ])('maps the state %s of a withdrawal whose risk is verified to %s', (state, reported) => {
    expect(mapWithdrawal({ state }).transactions[0]?.status).toBe(reported);
  });

  it.each(['', 'later', 'constructor', undefined])('maps the state %s to unknown', (state) => {
    expect(mapDeposit({ state }).transactions[0]?.status).toBe('unknown');
  });

  it('writes no more than 40 characters of an unknown type into the reason', () => {
    const [unreadable] = mapDeposit({ type: 'x'.repeat(500) }).unreadable;
    expect(unreadable?.reason).toBe(`type is neither deposit nor withdraw: ${'x'.repeat(40)}`);
  });

  it.each([
    [{ 'created-at': undefined }, 'created-at is missing'],
    [{ 'created-at': 'yesterday' }, 'created-at is not a time'],
    [{ amount: 'abc' }, 'amount is not a decimal'],
    [{ amount: '-1' }, 'amount is negative'],
    [{ currency: '' }, 'currency is missing'],
    [{ id: '' }, 'id is missing'],
    [{ type: 'loan' }, 'type is neither deposit nor withdraw'],
    [{ type: 'toString' }, 'type is neither deposit nor withdraw'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const reading = mapRecords(
      'deposit',
      [
        { ...deposit, ...change },
        { ...deposit, id: 2 },
      ],
      toUpper,
    );
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable[0]?.reason).toContain(reason);
  });
});
