import fc from 'fast-check';
import { expect, it } from 'vitest';

import { formatCsvRecord as formatForTerminal } from '../../../src/cli/csv.ts';
import { formatCsvRecord } from './csv.ts';

const hostile = fc.stringMatching(/^['=+\-@＝＋－＠\t\r\n",a1]{0,12}$/);

it('writes the same records as the command line', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.oneof(hostile, fc.string()))), (cells) => {
      expect(formatCsvRecord(cells)).toBe(formatForTerminal(cells));
    }),
  );
});

it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t'])(
  'marks a cell that begins with %j',
  (sign) => {
    expect(formatCsvRecord([`${sign}1`])).toBe(`'${sign}1`);
  },
);

it('marks a formula, quotes separators, and does not change an amount', () => {
  const cells = ['=1+1', 'a,"b"', null, '0.000000010'];
  expect(formatCsvRecord(cells)).toBe(`'=1+1,"a,""b""",,0.000000010`);
});
