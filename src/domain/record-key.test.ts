import { expect, it } from 'vitest';

import { parseDecimal } from './decimal.ts';
import { RecordNumberer, writeContent } from './record-key.ts';
import { TRANSACTION_TYPES } from './transaction.ts';

const record = {
  asset: 'BTC',
  txid: null,
  address: null,
  timestampMs: 1,
  amount: parseDecimal('0.50'),
};

it('returns the same keys as for the former types without a direction', () => {
  const kinds = TRANSACTION_TYPES.map((type) => [
    type,
    JSON.parse(writeContent({ ...record, type }))[0],
  ]);
  expect(Object.fromEntries(kinds)).toEqual({
    deposit: 'deposit',
    withdrawal: 'withdrawal',
    transfer_in: 'transfer',
    transfer_out: 'transfer',
    reward: 'reward',
    fee: 'fee',
    credit: 'adjustment',
    debit: 'adjustment',
    other: 'other',
  });
  expect(writeContent({ ...record, type: 'transfer_in' })).toBe(
    '["transfer","BTC",null,null,1,"0.5"]',
  );
});

it('counts an incoming and an outgoing transfer with equal content as two records', () => {
  const numberer = new RecordNumberer();
  const keys = ['transfer_in', 'transfer_out'].map((type) => numberer.keyOf({ ...record, type }));
  expect(new Set(keys).size).toBe(2);
});
