import { describe, expect, it } from 'vitest';

import { BILL_KINDS } from './bill-types.ts';
import { mapBills } from './ledger.ts';

const sameSymbol = (id: string): string => id;
const bill = {
  billId: '12344',
  ccy: 'USDT',
  clientId: '',
  balChg: '-12.50',
  bal: '100',
  type: '131',
  ts: '1718000123456',
  notes: '',
};

function mapOne(row: object) {
  return mapBills([{ ...bill, ...row }], sameSymbol).transactions[0];
}

describe('mapBills', () => {
  it('maps the change without its sign, digit by digit, without fee, txid and address', () => {
    expect(mapOne({})).toEqual({
      key: 'bill:12344',
      type: 'transfer_out',
      status: 'completed',
      asset: 'USDT',
      amount: '12.50',
      timestampMs: 1718000123456,
      txid: null,
      address: null,
      feeCost: null,
      feeCurrency: null,
    });
  });

  it.each([
    ['47', '-0.1', 'debit'],
    ['47', '0.1', 'credit'],
    ['116', '-20', 'debit'],
    ['9999', '3', 'credit'],
    ['9999', '0', 'other'],
  ])('maps a bill of type %s that changes the balance by %s to %s', (type, balChg, wanted) => {
    expect(mapOne({ type, balChg })?.type).toBe(wanted);
  });

  it.each([
    [
      'transfer_in',
      'transfer_out',
      // Accounts and sub-accounts, products without their earnings, custody.
      '20 21 22 23 75 76 78 80 82 124 130 131 137 160 161 163 187 202 203 205 207 208 210 225 ' +
        '226 228 240 241 243 249 250 252 270 284 285 286 287 288 289 303 304 305 306 329 330 ' +
        '331 332 339 340 341 342 348 349 361 476 477 509 511',
    ],
    [
      'reward',
      'debit',
      // Earnings of products, airdrops and campaigns, rebates, shares of profit.
      '28 48 68 77 83 89 139 146 150 151 152 162 172 173 185 189 204 209 223 227 229 232 233 242 251 263 ' +
        '265 266 271 299 300 307 308 309 328 333 343 344 350 354 400 408 516',
    ],
    // Tokens and gifts: received, given away, refunded.
    ['credit', 'debit', '72 73 74 313 314 315'],
    // A penalty, interest of loans.
    ['credit', 'fee', '84 346 347'],
  ])('maps bills of all types that arrive to %s, and to %s if they leave', (into, out, codes) => {
    const typesOf = (balChg: string) =>
      codes.split(' ').map((type) => mapOne({ type, balChg })?.type);
    expect(new Set(typesOf('1'))).toEqual(new Set([into]));
    expect(new Set(typesOf('-1'))).toEqual(new Set([out]));
  });

  it.each([
    ['1', 'deposit'],
    ['2', 'withdrawal'],
    ['13', 'canceled withdrawal'],
    ['195', 'withdrawal of an asset that cannot be traded'],
    ['196', 'revoked withdrawal of such an asset'],
    ['197', 'deposit of such an asset'],
    ['221', 'fee of a chain for a withdrawal'],
    ['222', 'refund of a fee of a withdrawal'],
    // Trading.
    ['200', 'purchase'],
    ['272', 'conversion: crypto or fiat is bought'],
    ['273', 'conversion: crypto or fiat is sold'],
  ])('skips a bill of type %s, which another list contains or which is a trade: %s', (type) => {
    const skipped = mapBills([{ ...bill, type }], sameSymbol);
    expect(skipped).toEqual({ transactions: [], unreadable: [] });
    expect(Object.hasOwn(BILL_KINDS, type)).toBe(false);
  });

  it('quarantines a row under the key of its valid form', () => {
    const { transactions, unreadable } = mapBills([{ ...bill, ts: 'yesterday' }, bill], sameSymbol);
    expect(transactions).toHaveLength(1);
    expect(unreadable.map(({ key }) => key)).toEqual(['bill:12344']);
  });
});
