import { isMet, type Result } from './result.ts';

const TITLES = ['work', 'floor', 'measured', 'met', 'note'];

/** Returns the results as a table in Markdown, with aligned columns. */
export function writeTable(results: readonly Result[]): string {
  const rows = [TITLES, TITLES.map(() => '---'), ...results.map(writeRow)];
  const widths = TITLES.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`)
    .join('\n');
}

function writeRow(result: Result): readonly string[] {
  const { work, floor, measured, unit, note } = result;
  const value = measured === null ? '—' : `${measured.toLocaleString('en-US')} ${unit}`;
  return [
    work,
    `${floor.is} ${floor.bound.toLocaleString('en-US')}`,
    value,
    isMet(result) ? 'met' : measured === null ? 'not measured' : 'missed',
    note,
  ];
}
