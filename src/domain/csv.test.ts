import { expect, it } from 'vitest';

import { formatCsvRecord, unmarkCell } from './csv.ts';

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  "'=1",
  "''=1",
])(
  'the cell %j, which a spreadsheet may run as a formula, is marked, and read again without the mark',
  (cell) => {
    const written = formatCsvRecord([cell]);
    expect(written.replace(/^"/, '').startsWith(`'${cell.slice(0, 1)}`)).toBe(true);
    expect(unmarkCell(`'${cell}`)).toBe(cell);
  },
);

it.each(['1=1', "it's", "'quoted'", 'a@b.c', '0.1'])('the cell %j is not marked', (cell) => {
  expect(formatCsvRecord([cell])).toBe(cell);
  expect(unmarkCell(cell)).toBe(cell);
});

it.each([
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
])('the cell %j is written as %j', (cell, written) => {
  expect(formatCsvRecord([cell, null, 'x'])).toBe(`${written},,x`);
});

it('a record of one empty cell is not an empty line, which readers skip', () => {
  for (const cell of ['', null]) expect(formatCsvRecord([cell])).toBe('""');
  expect(formatCsvRecord(['', null])).toBe(',');
});
