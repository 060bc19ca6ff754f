/** One line of the table: a floor, and what was measured. */

/** The limit that a measurement must keep. */
export interface Floor {
  readonly is: '≥' | '≤';
  readonly bound: number;
}

/** A measurement. */
export interface Result {
  readonly work: string;
  readonly floor: Floor;
  /** `null` if it could not be measured; `note` says why. */
  readonly measured: number | null;
  readonly unit: string;
  readonly note: string;
}

/** Returns a minimum. */
export function atLeast(bound: number): Floor {
  return { is: '≥', bound };
}

/** Returns a maximum. */
export function atMost(bound: number): Floor {
  return { is: '≤', bound };
}

/** Returns whether the floor is met; a result that was not measured does not meet it. */
export function isMet({ measured, floor }: Result): boolean {
  if (measured === null) return false;
  return floor.is === '≥' ? measured >= floor.bound : measured <= floor.bound;
}

/** Rounds to three significant digits. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Returns the value in the middle of the sorted values. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? NaN;
}

/** Returns a count with separators between thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Writes to standard error what is being measured. */
export function reportProgress(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}

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
