import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyText } from '../../test/any-text.ts';
import { parseDecimal } from './decimal.ts';
import { readTransactions, writeTransactions } from './transaction-json.ts';
import { TRANSACTION_FIELDS, type Transaction } from './transaction.ts';

const TRANSACTION: Transaction = {
  id: 'tx_1',
  asset: 'BTC',
  type: 'deposit',
  amount: parseDecimal('123456789.123456789012345678'),
  timestampMs: 1709210096789,
  status: 'completed',
  txid: null,
  address: null,
  feeCost: null,
  feeCurrency: null,
};

describe('writeTransactions', () => {
  it('writes decimals digit by digit, and null for a missing value', () => {
    expect(writeTransactions('wallet_1', TRANSACTION_FIELDS, [TRANSACTION])).toBe(
      '{"id":"tx_1","walletId":"wallet_1","asset":"BTC","type":"deposit",' +
        '"amount":123456789.123456789012345678,"timestamp":1709210096789,"status":"completed",' +
        '"txid":null,"address":null,"feeCost":null,"feeCurrency":null}',
    );
  });

  it('writes half of a surrogate pair as databases store it', () => {
    const row = { ...TRANSACTION, txid: 'a\ud83d', address: '\udd8a🦊' };
    expect(writeTransactions('wallet_1', ['txid', 'address'], [row])).toBe(
      '{"txid":"a\ufffd","address":"\ufffd🦊"}',
    );
  });

  it('returns an empty text for an empty list', () => {
    expect(writeTransactions('w', TRANSACTION_FIELDS, [])).toBe('');
  });

  it('writes JSON that parses to the same texts, for any texts and any set of fields', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ id: anyText, asset: anyText, txid: fc.option(anyText), address: anyText }),
        ),
        fc.subarray([...TRANSACTION_FIELDS], { minLength: 1 }),
        (texts, fields) => {
          const transactions = texts.map((own) => Object.assign({}, TRANSACTION, own));
          const json = writeTransactions('wallet_1', fields, transactions);
          const read = JSON.parse(`[${json}]`) as Record<string, unknown>[];
          expect(read.map((row) => Object.keys(row))).toEqual(texts.map(() => fields));
          for (const name of ['id', 'asset', 'txid', 'address'] as const) {
            const expected = fields.includes(name) ? transactions.map((row) => row[name]) : [];
            const parsed = fields.includes(name) ? read.map((row) => row[name]) : [];
            expect(parsed).toEqual(expected);
          }
        },
      ),
    );
  });
});

it('parses its own text with every field and every digit', () => {
  const fee = {
    feeCost: parseDecimal('0.000000000000000010'),
    feeCurrency: 'B"NB',
    txid: '\u0000',
  };
  const transactions = [TRANSACTION, { ...TRANSACTION, ...fee }];
  const json = writeTransactions('wallet_1', TRANSACTION_FIELDS, transactions);
  expect(readTransactions(json)).toEqual(transactions);
  expect(readTransactions('')).toEqual([]);
});
