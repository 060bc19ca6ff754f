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
import { compareKeys } from '../counted/count-key.ts';
import { ListedRows } from './listed-rows.ts';
import { encodeContent } from './transaction-content.ts';
import { encodeTransactionId } from './transaction-id.ts';
import { contentOf } from './transaction-rows.ts';

const WALLET_ID = 'wallet "1"\n';
const SPECIAL = [
  '\0',
  '\u0001',
  '\u0002',
  '\n',
  '\u001F',
  ' ',
  '"',
  '\\',
  '0',
  'aé',
  '🦊',
  '\u007F',
];
const arbitraryText = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: fc.constantFrom('a', '9', 'é', '🦊', '\u007F', '!') }),
  },
  fc.string({ unit: fc.oneof(fc.constantFrom(...SPECIAL), fc.string({ unit: 'binary' })) }),
);
const arbitraryId = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => `tx_${Buffer.from(bytes).toString('hex')}`);
const arbitraryDigits = fc.constantFrom(
  'c0ffee'.repeat(11),
  `0x${'0123456789abcdef'.repeat(4)}`,
  'C0FFEE12'.repeat(8),
  'x'.repeat(300),
);
const arbitraryAmount = fc.constantFrom('0', '0.10', '123456789.123456789012345678');
const arbitraryRow: fc.Arbitrary<Transaction> = fc.record({
  id: fc.oneof(
    arbitraryText.map((text) => `tx_${text}`),
    arbitraryId,
  ),
  asset: arbitraryText,
  type: fc.constantFrom(...TRANSACTION_TYPES),
  status: fc.constantFrom(...TRANSACTION_STATUSES),
  amount: arbitraryAmount.map(parseDecimal),
  timestampMs: fc.oneof(fc.maxSafeInteger(), fc.nat()),
  txid: fc.option(fc.oneof(arbitraryText, arbitraryDigits)),
  address: fc.option(fc.oneof(arbitraryText, arbitraryDigits)),
  feeCost: fc.option(arbitraryAmount.map(parseDecimal)),
  feeCurrency: fc.option(arbitraryText),
});
/** Rows in the order of the listing. */
const sortRows = (rows: readonly Transaction[]): Transaction[] =>
  rows.toSorted((left, right) => compareKeys(right, left));
const arbitraryRows = fc
  .uniqueArray(arbitraryRow, { minLength: 1, maxLength: 12, selector: ({ id }) => id })
  .map(sortRows);
const arbitraryFields = fc.subarray([...TRANSACTION_FIELDS], { minLength: 1 });

function int64(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

type Column = Buffer | null;

function listColumns(row: Transaction, changed: Partial<Record<string, Column>> = {}): Column[] {
  return Object.values({
    timestamp: int64(row.timestampMs),
    id: encodeTransactionId(row.id),
    content: encodeContent(contentOf(row)),
    ...changed,
  });
}

/** The result of a statement that returns these columns (message DataRow of the protocol). */
function toResult(rows: readonly (readonly Column[])[]): readonly (readonly Buffer[])[] {
  const messages = rows.map((columns) => {
    const content = columns.map((column) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(column === null ? -1 : column.length);
      return column === null ? length : Buffer.concat([length, column]);
    });
    const head = Buffer.alloc(7);
    head.write('D');
    head.writeInt16BE(columns.length, 5);
    const message = Buffer.concat([head, ...content]);
    message.writeInt32BE(message.length - 1, 1);
    return message;
  });
  // Garbage of the next message, which must not be read as a part of a value.
  const sent = Buffer.concat([...messages, Buffer.from('"\\\n"\\\n')]);
  return [[sent.subarray(0, sent.length - 6)]];
}

const list = (rows: readonly Transaction[]): ListedRows =>
  new ListedRows(toResult(rows.map((row) => listColumns(row))));

it('writes the same JSON as from transactions', () => {
  fc.assert(
    fc.property(arbitraryRows, arbitraryFields, fc.boolean(), (rows, fields, isOneLess) => {
      const count = isOneLess ? rows.length - 1 : rows.length;
      const json = list(rows).write(WALLET_ID, fields, count);
      expect(textOf(json)).toBe(writeTransactions(WALLET_ID, fields, rows.slice(0, count)));
    }),
  );
});

it('writes a long page as bytes', () => {
  const row = { ...fc.sample(arbitraryRow, 1)[0]!, id: 'tx_1', asset: 'BTC', feeCurrency: null };
  const rows = Array.from({ length: 500 }, (_, no) => {
    return {
      ...row,
      timestampMs: 1000 - no,
      txid: '7'.repeat(no % 70),
      address: 'é'.repeat(no % 50),
    };
  });
  const json = list(rows).write(WALLET_ID, TRANSACTION_FIELDS, rows.length);
  expect(json).toBeInstanceOf(Uint8Array);
  expect(textOf(json)).toBe(writeTransactions(WALLET_ID, TRANSACTION_FIELDS, rows));
});

it('writes texts that become six times longer', () => {
  const [row] = fc.sample(arbitraryRow, 1);
  const rows = [{ ...row!, txid: '\0'.repeat(100_000), address: '"'.repeat(300_000) }];
  const json = list(rows).write(WALLET_ID, TRANSACTION_FIELDS, 1);
  expect(textOf(json)).toBe(writeTransactions(WALLET_ID, TRANSACTION_FIELDS, rows));
});

it('returns transactions, and the place of each', () => {
  fc.assert(
    fc.property(arbitraryRows, fc.nat(), (rows, at) => {
      const listed = list(rows);
      expect(listed.toTransactions()).toEqual(rows);
      const { timestampMs, id } = rows[at % rows.length]!;
      expect(listed.placeAt(at % rows.length)).toEqual({ timestampMs, id });
    }),
  );
});

it('separates transactions from rows with other columns', () => {
  const [row] = fc.sample(arbitraryRow, 1);
  const none = listColumns(row!).map(() => null);
  const listed = new ListedRows(
    toResult([
      [int64(7), Buffer.from('ab'), ...none],
      [null, null, ...listColumns(row!)],
      [null, null, ...none],
    ]),
    { from: 2 },
  );
  expect(listed.toTransactions()).toEqual([row]);
  expect(listed.others).toEqual([0, 2]);
  expect(listed.others.map((other) => listed.integerAt(other, 0))).toEqual([7, null]);
  expect(listed.others.map((other) => listed.bytesAt(other, 1))).toEqual([Buffer.from('ab'), null]);
});

it('reads rows that the server has sent with a notice between them', () => {
  const rows = sortRows(fc.sample(arbitraryRow, 3));
  const parts = rows.flatMap((row) => toResult([listColumns(row)]));
  expect(new ListedRows(parts).toTransactions()).toEqual(rows);
});

it('returns no rows for an empty result', () => {
  const listed = new ListedRows([]);
  expect([listed.rowCount, listed.others]).toEqual([0, []]);
  expect(listed.write(WALLET_ID, TRANSACTION_FIELDS, 0)).toBe('');
});

it('names unused codes in the same way as transactions do', () => {
  const [row] = fc.sample(arbitraryRow, 1);
  const columns = listColumns(row!, {
    content: encodeContent({ ...contentOf(row!), typeCode: 12, statusCode: 9 }),
  });
  const listed = new ListedRows(toResult([columns]));
  const named = [{ ...row!, type: 'other' as const, status: 'unknown' as const }];
  const fields = ['type', 'status'] as const;
  expect(textOf(listed.write(WALLET_ID, fields, 1))).toBe(
    writeTransactions(WALLET_ID, fields, named),
  );
});

it('refuses a time beyond 2^53', () => {
  const [row] = fc.sample(arbitraryRow, 1);
  const columns = listColumns(row!, { timestamp: int64(2n ** 53n) });
  expect(() => new ListedRows(toResult([columns])).placeAt(0)).toThrow(/impossible number/);
});
