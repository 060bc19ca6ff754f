import { describe, expect, it } from 'vitest';

import { formatTable } from './table.ts';

const HEADER = ['ID', 'AMOUNT'];

describe('formatTable', () => {
  it('aligns columns, numbers to the right', () => {
    expect(
      formatTable(
        HEADER,
        [
          ['a', '1.50'],
          ['long', '12'],
        ],
        undefined,
        ['AMOUNT'],
      ),
    ).toBe('ID    AMOUNT\na       1.50\nlong      12');
  });

  it('shortens the widest column in the middle until a line fits', () => {
    const lines = formatTable(HEADER, [['0123456789'.repeat(10), '1.5']], 30).split('\n');
    expect(lines[1]).toBe('01234567890…0123456789  1.5');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(30);
  });

  it('shortens no number, however narrow the terminal is', () => {
    const amount = '123456789.123456789012345678';
    const table = formatTable(HEADER, [['x'.repeat(40), amount]], 20, ['AMOUNT']);
    expect(table).toContain(`xxxxxx…xxxxx  ${amount}`);
  });

  it('keeps every character where the output is no terminal', () => {
    const long = 'x'.repeat(500);
    expect(formatTable(HEADER, [[long, '1']], undefined)).toContain(long);
  });

  it('takes away what a terminal would act on', () => {
    expect(formatTable(['ID'], [['a\u001B[31m\u202Eb\nc']], undefined)).toBe('ID\na�[31m�b�c');
  });
});
