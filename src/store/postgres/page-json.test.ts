import fc from 'fast-check';
import { expect, it } from 'vitest';

import { parseDecimal } from '../../domain/decimal.ts';
import { textOf } from '../../domain/json-text.ts';
import { writeTransactions } from '../../domain/transaction-json.ts';
import {
  type Transaction,
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../../domain/transaction.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import { JoinedValuesError, PageColumns } from './page-columns.ts';
import { writePageJson } from './page-json.ts';
import { encodeText } from './text-encoding.ts';

const WALLET_ID = 'wallet "1"\n';
const SPECIAL = ['\0', '\u0001', '\u0002', '\n', '\u001E', '"', '\\', '0', 'aé', '🦊', '\u007F'];
const arbitraryText = fc
  .array(fc.oneof(fc.constantFrom(...SPECIAL), fc.string({ unit: 'binary' })), { maxLength: 8 })
  .map((parts) => parts.join('').replaceAll('\u001F', ''));
const arbitraryAmount = fc.constantFrom('0', '0.10', '123456789.123456789012345678');
const arbitraryRow: fc.Arbitrary<Transaction> = fc.record({
  id: arbitraryText,
  asset: arbitraryText,
  type: fc.constantFrom(...TRANSACTION_TYPES),
  status: fc.constantFrom(...TRANSACTION_STATUSES),
  amount: arbitraryAmount.map(parseDecimal),
  timestampMs: fc.integer({ min: 0 }),
  txid: fc.option(arbitraryText),
  address: fc.option(arbitraryText),
  feeCost: fc.option(arbitraryAmount.map(parseDecimal)),
  feeCurrency: fc.option(arbitraryText),
});
const arbitraryFields = fc.subarray([...TRANSACTION_FIELDS], { minLength: 1 });

const COLUMNS = [
  'id',
  'timestampMs',
  'asset',
  'amount',
  'txid',
  'address',
  'feeCost',
  'feeCurrency',
] as const;

/** What the statement returns of these rows. */
function join(rows: readonly Transaction[]): PageColumns {
  const codes = rows.map(({ type, status }) =>
    String.fromCharCode(64 + TYPE_CODES[type] * 8 + STATUS_CODES[status]),
  );
  const texts = COLUMNS.map((name) =>
    rows
      .map((row) => (row[name] === null ? '\u0001' : encodeText(String(row[name]))))
      .join('\u001F'),
  );
  return new PageColumns([rows.length, codes.join(''), ...texts]);
}

it('writes the same bytes as from transactions', () => {
  const rows = fc.array(arbitraryRow, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, arbitraryFields, fc.boolean(), (listed, fields, isOneLess) => {
      const rowCount = isOneLess ? listed.length - 1 : listed.length;
      const json = writePageJson(WALLET_ID, fields, join(listed), rowCount);
      expect(textOf(json)).toBe(writeTransactions(WALLET_ID, fields, listed.slice(0, rowCount)));
      expect(json.byteLength).toBe(json.buffer.byteLength);
    }),
  );
});

it('writes texts that grow sixfold', () => {
  const [row] = fc.sample(arbitraryRow, 1);
  const listed = [{ ...row!, txid: '\0'.repeat(100_000), address: '"'.repeat(300_000) }];
  const json = writePageJson(WALLET_ID, TRANSACTION_FIELDS, join(listed), 1);
  expect(textOf(json)).toBe(writeTransactions(WALLET_ID, TRANSACTION_FIELDS, listed));
});

it('finds the place of a row', () => {
  const rows = fc.array(arbitraryRow, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.nat(), (listed, at) => {
      const { timestampMs, id } = listed[at % listed.length]!;
      expect(join(listed).placeAt(at % listed.length)).toEqual({ timestampMs, id });
    }),
  );
});

it('refuses values that contain the separator', () => {
  const parts = fc.constantFrom('\u001F', 'a\u001Fb', '\u001F\u001F');
  const names = fc.constantFrom('id', 'asset', 'txid', 'address', 'feeCurrency' as const);
  const rows = fc.array(arbitraryRow, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, names, parts, fc.nat(), (listed, name, part, at) => {
      const changed = listed.map((row, index) =>
        index === at % listed.length ? { ...row, [name]: part } : row,
      );
      const write = (rowCount: number) => () =>
        writePageJson(WALLET_ID, TRANSACTION_FIELDS, join(changed), rowCount);
      expect(write(listed.length)).toThrow(JoinedValuesError);
      expect(write(listed.length - 1)).toThrow(JoinedValuesError);
      if (name === 'id') expect(() => join(changed).placeAt(0)).toThrow(JoinedValuesError);
    }),
  );
});

it('names codes that are not in use as rows do', () => {
  const [row] = fc.sample(arbitraryRow, 1);
  const columns = new PageColumns([
    1,
    String.fromCharCode(64 + 15 * 8 + 7),
    'a',
    '1',
    'b',
    '1',
    '',
    '',
    '1',
    '',
  ]);
  const fields = ['type', 'status'] as const;
  const named = [{ ...row!, type: 'other' as const, status: 'unknown' as const }];
  expect(textOf(writePageJson(WALLET_ID, fields, columns, 1))).toBe(
    writeTransactions(WALLET_ID, fields, named),
  );
});
