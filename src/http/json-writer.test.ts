import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../domain/decimal.ts';
import { TRANSACTION_FIELDS, type Transaction } from '../domain/transaction.ts';
import { writeTransactionListing } from './json-writer.ts';

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

const write = (transactions: readonly Transaction[], fields = [...TRANSACTION_FIELDS]): string =>
  writeTransactionListing({
    walletId: 'wallet_1',
    totalCount: 21,
    page: 0,
    limit: 10,
    transactions,
    fields,
  });

describe('writeTransactionListing', () => {
  it('writes decimals digit by digit and null where nothing is known', () => {
    expect(write([TRANSACTION])).toBe(
      '{"transactions":[{"id":"tx_1","walletId":"wallet_1","asset":"BTC","type":"deposit",' +
        '"amount":123456789.123456789012345678,"timestamp":1709210096789,"status":"completed",' +
        '"txid":null,"address":null,"feeCost":null,"feeCurrency":null}],' +
        '"pagination":{"totalCount":21,"page":0,"limit":10,"pageCount":3}}',
    );
  });

  it('writes no page for no transactions', () => {
    const listing = { walletId: 'w', totalCount: 0, page: 0, limit: 10, transactions: [] };
    expect(writeTransactionListing({ ...listing, fields: TRANSACTION_FIELDS })).toBe(
      '{"transactions":[],"pagination":{"totalCount":0,"page":0,"limit":10,"pageCount":0}}',
    );
  });

  it('is JSON with the texts that went in, whatever they are, for any set of fields', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: text, asset: text, txid: fc.option(text), address: text })),
        fc.subarray([...TRANSACTION_FIELDS], { minLength: 1 }),
        (texts, fields) => {
          const transactions = texts.map((own) => Object.assign({}, TRANSACTION, own));
          const { transactions: read } = JSON.parse(write(transactions, fields)) as {
            transactions: Record<string, unknown>[];
          };
          expect(read.map((row) => Object.keys(row))).toEqual(texts.map(() => fields));
          for (const name of ['id', 'asset', 'txid', 'address'] as const) {
            const kept = fields.includes(name) ? transactions.map((row) => row[name]) : [];
            const told = fields.includes(name) ? read.map((row) => row[name]) : [];
            expect(told).toEqual(kept);
          }
        },
      ),
    );
  });
});
