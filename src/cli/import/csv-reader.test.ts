import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatCsvRecord } from '../csv.ts';
import { CsvReader } from './csv-reader.ts';

const HEADER = 'asset,type,amount,timestamp,status,txid';

/** Any text, often one that a spreadsheet may run as a formula. */
const ANY_TEXT = fc.oneof(
  fc.string({ unit: 'binary-ascii' }),
  fc.string({ unit: fc.constantFrom("'", '=', '-', '"', '\t', '\r', 'a') }),
);

/** Returns the records, each with the line on which it begins; errors as their messages. */
function readAll(lines: readonly string[]): unknown[] {
  const reader = new CsvReader();
  const records: unknown[] = [];
  for (const [index, line] of lines.entries()) {
    try {
      const record = reader.take(line, index + 1);
      if (record !== undefined) records.push([reader.recordLine, record]);
    } catch (error) {
      records.push([reader.recordLine, (error as Error).message]);
    }
  }
  reader.end();
  return records;
}

function cells(asset: string, txid = ''): Record<string, string> {
  return { asset, type: 'deposit', amount: '1', timestamp: '2', status: 'completed', txid };
}

describe('CsvReader', () => {
  it('reads cells in any order of columns, with CRLF and blank lines', () => {
    const lines = [
      'txid,status,timestamp,amount,type,asset\r',
      '\r',
      'h,completed,2,1,deposit,X\r',
    ];
    expect(readAll(lines)).toEqual([[3, cells('X', 'h')]]);
  });

  it('keeps line ends, commas and quotes within quotes, and counts from the first line', () => {
    const lines = [
      HEADER,
      'X,deposit,1,2,completed,"a,""b""\r',
      'c"\r',
      'Y,deposit,1,2,completed,',
    ];
    expect(readAll(lines)).toEqual([
      [2, cells('X', 'a,"b"\r\nc')],
      [4, cells('Y')],
    ]);
  });

  it('refuses a record with too few cells or misplaced quotes, and reads the next ones', () => {
    const lines = [
      HEADER,
      'X,deposit',
      'X,deposit,1,2,completed,a"b"',
      'X,deposit,1,2,completed,h',
    ];
    expect(readAll(lines)).toEqual([
      [2, 'has 2 cells, the header has 6'],
      [3, expect.stringMatching(/^cell 6 is not well-formed/)],
      [4, cells('X', 'h')],
    ]);
  });

  it('refuses unknown, repeated and missing columns, with all problems in one message', () => {
    expect(readAll(['asset,ammount,asset'])).toEqual([
      [
        1,
        'line 1: the columns cannot be used: "ammount" is not a field of a transaction; did you mean amount?; ' +
          'asset is repeated; type is missing; amount is missing; timestamp is missing; status is missing',
      ],
    ]);
  });

  it('reports the line on which an unterminated quoted cell begins', () => {
    expect(() => readAll([HEADER, 'X,"', 'y'])).toThrow(/^line 2: a quoted cell starts there/);
  });

  it.each(['=1+1', '+1', '-1:abc', '@SUM(A1)', '\t=1', '\r=1', "'=1", "''=1"])(
    'removes the mark of a cell that a spreadsheet must not run: %j',
    (txid) => {
      const record = formatCsvRecord(['X', 'deposit', '1', '2', 'completed', txid]);
      expect(record.split(',').at(-1)).toMatch(/^"?'/);
      expect(readAll([HEADER, record])).toEqual([[2, cells('X', txid)]]);
    },
  );

  it('keeps an apostrophe that marks no formula', () => {
    expect(readAll([HEADER, "X,deposit,1,2,completed,'abc"])).toEqual([[2, cells('X', "'abc")]]);
  });

  it('reads everything that the writer writes', () => {
    fc.assert(
      fc.property(ANY_TEXT, (txid) => {
        const record = formatCsvRecord(['X', 'deposit', '1', '2', 'completed', txid]);
        expect(readAll([HEADER, ...record.split('\n')])).toEqual([[2, cells('X', txid)]]);
      }),
    );
  });
});
