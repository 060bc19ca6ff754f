import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatCsvRecord } from '../../domain/csv.ts';
import { CsvReader } from './csv-reader.ts';
import { type CsvOptions, FieldColumns } from './field-columns.ts';
import { LINE_BYTES_MAX } from './line-reader.ts';

const HEADER = 'asset,type,amount,timestamp,status,txid';
const PLAIN: CsvOptions = {
  columns: new Map(),
  ignored: new Set(),
  hasDecimalComma: false,
  readTime: undefined,
};

/** Any text, often one that a spreadsheet may run as a formula. */
const ANY_TEXT = fc.oneof(
  fc.string({ unit: 'binary-ascii' }),
  fc.string({ unit: fc.constantFrom("'", '=', '-', '"', '\t', '\r', 'a') }),
);

/** Returns the records, each with the line on which it begins; errors as their messages. */
function readAll(lines: readonly string[], options: Partial<CsvOptions> = {}): unknown[] {
  const records: unknown[] = [];
  const reader = new CsvReader(new FieldColumns({ ...PLAIN, ...options }), {
    add: (record, line) => void records.push([line, record]),
    refuse: (problems, line) => void records.push([line, problems.join('; ')]),
    skip: (reason, line) => void records.push([line, reason]),
    advise: (advice) => expect.unreachable(advice),
    refuseWords: () => expect.unreachable(),
  });
  for (const [index, line] of lines.entries()) reader.take(line, index + 1);
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

  it('accepts empty cells after the last column, and refuses others', () => {
    const lines = [HEADER, 'X,deposit,1,2,completed,h,,', 'X,deposit,1,2,completed,h,,x'];
    expect(readAll(lines)).toEqual([
      [2, cells('X', 'h')],
      [3, 'has 8 cells, the header has 6'],
    ]);
  });

  it('refuses a record with too few cells or misplaced quotes, and reads the next ones', () => {
    const lines = [
      HEADER,
      'X,deposit',
      'X,deposit,1,2,completed,a"b"',
      'X,deposit,1,2,completed,"a"b',
      'X,deposit,1,2,completed,h',
    ];
    expect(readAll(lines)).toEqual([
      [2, 'has 2 cells, the header has 6'],
      [3, expect.stringMatching(/^cell 6 is not well-formed/)],
      [4, expect.stringMatching(/^cell 6 is not well-formed/)],
      [5, cells('X', 'h')],
    ]);
  });

  it('skips the empty rows below a table', () => {
    expect(readAll([HEADER, 'X,deposit,1,2,completed,', ',,,,,', ',,', ''])).toEqual([
      [2, cells('X')],
    ]);
  });

  it('refuses a file with too many columns', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const header = Array.from({ length: 1001 }, (_, index) => `c${index}`).join(delimiter);
      expect(() => readAll([header])).toThrow('line 1 has more than 1000 cells');
    }
    expect(readAll([HEADER, ','.repeat(1000)])).toEqual([[2, 'there are more than 1000 cells']]);
  });

  it('refuses lines that end with carriage returns only, which are one line', () => {
    const line = [HEADER, 'X,deposit,1,2,completed,'].join('\r');
    expect(() => readAll([line])).toThrow('the lines end with carriage returns only');
  });

  it('refuses unknown, repeated and missing columns, with all problems in one message', () => {
    expect(() => readAll(['asset,ammount,asset'])).toThrow(
      'line 1: the columns cannot be used: "ammount" is not a field of a transaction; did you mean amount?; ' +
        'asset is repeated; type is missing; amount is missing; timestamp is missing; status is missing; ' +
        'name a column with --column FIELD=HEADER, or ignore one with --ignore-column HEADER',
    );
    expect(() => readAll(['asset,type,amount,timestamp'])).toThrow(/: status is missing$/);
    const unknown = Array.from({ length: 12 }, (_, no) => `column-${no}`).join(',');
    expect(() => readAll([unknown])).toThrow(/; and 7 more; name a column with --column /);
  });

  it('reports the line on which an unterminated quoted cell begins', () => {
    expect(() => readAll([HEADER, 'X,"', 'y'])).toThrow(/^line 2: a quoted cell starts there/);
  });

  it('refuses a quoted cell that is longer than a line may be, before the input ends', () => {
    const lines = Array.from({ length: 20 }, () => 'y'.repeat(LINE_BYTES_MAX / 16));
    const emptyLines = Array<string>(LINE_BYTES_MAX).fill('');
    for (const cell of [lines, emptyLines]) {
      expect(() => readAll([HEADER, 'X,"', ...cell, '"'])).toThrow(
        /^line 2: a quoted cell starts there and does not end .it is too long/,
      );
    }
  });

  it('reads any number of long quoted cells', () => {
    const half = 'y'.repeat(LINE_BYTES_MAX / 2);
    const lines = Array.from({ length: 3 }, () => [`X,deposit,1,2,completed,"${half}`, 'z"']);
    expect(readAll([HEADER, ...lines.flat()])).toHaveLength(3);
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

  it.each([',', ';', '\t', '|'])('detects the delimiter %j', (delimiter) => {
    const quoted = `"a${delimiter}""b"""`;
    const lines = [HEADER, `X,deposit,1,2,completed,${quoted}`].map((line, index) =>
      index === 0 ? line.replaceAll(',', delimiter) : line.replaceAll(/,(?!")/g, delimiter),
    );
    const row = lines[1]?.replace(`,${quoted}`, `${delimiter}${quoted}`) ?? '';
    expect(readAll([lines[0] ?? '', row])).toEqual([[2, cells('X', `a${delimiter}"b"`)]]);
  });

  it('takes the delimiter with which the header has most known columns, not most cells', () => {
    const note = 'note,a,b,c,d,e,f,g,h';
    const lines = [`${HEADER.replaceAll(',', ';')};${note}`, `X;deposit;1;2;completed;h;${note}`];
    expect(readAll(lines, { ignored: new Set([note]) })).toEqual([[2, cells('X', 'h')]]);
  });

  it('reads a header that quotes each name, and the line with which Excel declares the delimiter', () => {
    const header = HEADER.split(',').map((name) => `"${name}"`);
    for (const hint of ['sep=;', 'SEP=;']) {
      expect(readAll([hint, header.join(';'), 'X;deposit;1;2;completed;h'])).toEqual([
        [3, cells('X', 'h')],
      ]);
    }
  });

  it('compares headers without case and spaces, and takes the names of --column', () => {
    const options = {
      columns: new Map([['amount', 'betrag']]),
      ignored: new Set(['notiz']),
    };
    const header = ' ASSET ;Type;BETRAG;timeStamp;Status;TxId;Notiz';
    expect(readAll([header, 'X;deposit;1;2;completed;h;abc'], options)).toEqual([
      [2, cells('X', 'h')],
    ]);
  });

  it('ignores a column with the name of a field too, if it is to be ignored', () => {
    const options = { ignored: new Set(['txid']) };
    const { txid: _txid, ...others } = cells('X');
    expect(readAll([HEADER, 'X,deposit,1,2,completed,h'], options)).toEqual([[2, others]]);
  });

  it.each<[string, Partial<CsvOptions>, string]>([
    [HEADER, { columns: new Map([['amount', 'betrag']]) }, 'there is no column "betrag"'],
    [HEADER, { ignored: new Set(['notiz']) }, 'there is no column "notiz"'],
    [`${HEADER},Amount`, {}, 'amount is repeated'],
    [`${HEADER},betrag`, { columns: new Map([['amount', 'betrag']]) }, 'amount is repeated'],
    [
      `${HEADER},betrag`,
      { columns: new Map([['amount', 'betrag']]) },
      'amount is repeated by --column',
    ],
    ['Datum;Betrag', {}, '"Datum" is not a field of a transaction'],
  ])('refuses the header %j with %j', (header, options, problem) => {
    expect(() => readAll([header], options)).toThrow(problem);
  });

  it('reads decimal commas and other times, with all problems of a row in one message', () => {
    const options = {
      columns: new Map([['amount', 'betrag']]),
      hasDecimalComma: true,
      readTime: (label: string, text: string) => {
        expect(label).toBe('timestamp');
        return Number(text) * 1000;
      },
    };
    const header = HEADER.replace('amount', 'Betrag').replaceAll(',', ';');
    const rows = [
      'X;deposit;1.234,50;2;completed;',
      'X;deposit;1.234;2;completed;',
      'X;deposit;1;;completed;',
    ];
    expect(readAll([header, ...rows], options)).toEqual([
      [2, { ...cells('X'), amount: '1234.50', timestamp: 2000 }],
      [
        3,
        'amount (column "Betrag") "1.234" is ambiguous with --decimal-comma: write 1234 or 1,234',
      ],
      [4, { ...cells('X'), timestamp: '' }],
    ]);
  });
});
