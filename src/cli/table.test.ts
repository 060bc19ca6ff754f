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

  it.each([60, 80])('lists the fields of each row if a line does not fit %i columns', (width) => {
    const txid = '0123456789abcdef'.repeat(4);
    const header = ['TIME', 'AMOUNT', 'FEE', 'TXID'];
    const amount = '123456789012.123456789012345678';
    const rows = [
      ['2024-01-01', amount, '-', txid],
      ['2024-01-02', '1', '0.1', 'short'],
    ];
    const text = formatTable(header, rows, width, ['AMOUNT', 'FEE']);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
    expect(text.replaceAll(/\n {8}/g, '')).toBe(
      [
        'TIME    2024-01-01',
        `AMOUNT  ${amount}`,
        `TXID    ${txid}`,
        '',
        'TIME    2024-01-02',
        'AMOUNT  1',
        'FEE     0.1',
        'TXID    short',
      ].join('\n'),
    );
  });

  it.each([40, 39, 5])(
    'breaks a sentence of a list between its words at 40 columns, in a terminal of %i',
    (width) => {
      const rows = [['a', 'fetch failed: connect ECONNREFUSED 127.0.0.1']];
      expect(formatTable(['ID', 'ERROR'], rows, width)).toBe(
        'ID     a\nERROR  fetch failed: connect\n       ECONNREFUSED 127.0.0.1',
      );
    },
  );

  it('is the header if there are no rows, and breaks it in a narrow terminal', () => {
    expect(formatTable(HEADER, [], 80)).toBe('ID  AMOUNT');
    expect(formatTable(HEADER, [], 5)).toBe('ID\nAMOUNT');
  });

  it('attaches a row without a first value to the row above', () => {
    const rows = [
      ['BTC', 'x'.repeat(30)],
      ['', 'y'.repeat(30)],
    ];
    const values = [`ASSET    BTC`, `NETWORK  ${'x'.repeat(30)}`, `NETWORK  ${'y'.repeat(30)}`];
    expect(formatTable(['ASSET', 'NETWORK'], rows, 36)).toBe(values.join('\n'));
  });

  it('keeps every character if the output is not a terminal', () => {
    const long = 'x'.repeat(500);
    expect(formatTable(HEADER, [[long, '1']], undefined)).toContain(long);
  });

  it('replaces characters that a terminal would interpret', () => {
    expect(formatTable(['ID'], [['a\u001B[31m\u202Eb\nc']], undefined)).toBe('ID\na�[31m�b�c');
  });
});
