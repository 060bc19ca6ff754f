import { describe, expect, it } from 'vitest';

import { makeContext } from '../../../../test/cli/read-export.ts';
import { CsvReader } from '../csv-reader.ts';
import { ExportColumns } from './export-layout.ts';
import { PRESETS } from './catalogue.ts';

const HEADER = 'txid,refid,time,type,subtype,asset,amount,fee';
const HELD_MAX = 10_000;

function withdrawal(no: number, amount: string): string {
  return `L${no},R${no % 1_000_000},2024-01-01 00:00:00,withdrawal,,EUR,${amount},0`;
}

/** Returns the statuses of the transactions, by line, and the skipped lines. */
function readAll(lines: readonly string[]) {
  const statuses = new Map<number, string>();
  const skipped: number[] = [];
  const reader = new CsvReader(new ExportColumns(PRESETS.kraken, makeContext()), {
    add: (record, line) => void statuses.set(line, (record as { status: string }).status),
    refuse: (problems) => expect.unreachable(problems.join()),
    skip: (_reason, line) => void skipped.push(line),
    advise: (advice) => expect.unreachable(advice),
    refuseWords: () => expect.unreachable(),
  });
  for (const [index, line] of [HEADER, ...lines].entries()) reader.take(line, index + 1);
  const heldCount = lines.length - statuses.size - skipped.length;
  reader.end();
  return { statuses, skipped, heldCount };
}

describe('entries of one reference', () => {
  it.each([
    ['first', ['-5', '5']],
    ['last', ['5', '-5']],
  ])('are one failed withdrawal, with the withdrawal %s', (_place, [first = '', second = '']) => {
    const lines = [withdrawal(1, first), withdrawal(2, '-1'), withdrawal(1_000_001, second)];
    const { statuses, skipped } = readAll(lines);
    expect([...statuses]).toEqual([
      [2, 'failed'],
      [3, 'completed'],
    ]);
    expect(skipped).toEqual([4]);
  });

  it('are held back up to a limit, and no row is lost', () => {
    const count = HELD_MAX + 500;
    const lines = Array.from({ length: count }, (_, no) => withdrawal(no, '-1'));
    const { statuses, skipped, heldCount } = readAll(lines);
    expect(heldCount).toBe(HELD_MAX);
    expect(statuses.size).toBe(count);
    expect(skipped).toEqual([]);
  });

  it('are held back up to the same limit if all have one reference', () => {
    const count = HELD_MAX + 2;
    const lines = Array.from({ length: count }, (_, no) => withdrawal(no * 1_000_000, '-1'));
    const { statuses, skipped, heldCount } = readAll(lines);
    expect(heldCount).toBe(1);
    expect(statuses.size + skipped.length).toBe(count);
  });
});
