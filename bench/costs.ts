/** The costs of `docs/scale.md`: what a row and a request take, and what a billion rows take, by a saved report. */
import { writeTable } from '../tools/markdown.ts';
import { formatCount } from '../src/cli/format.ts';
import { round } from './figures.ts';
import type { Report } from './report.ts';

const LARGE = '1,100,000 rows';
const PAGES = [
  'default page, cached',
  'default page, nothing cached',
  'page of 1,000, nothing cached',
];

/** A row of the table, the result from which it is made, and what follows from that. */
type Cost = readonly [title: string, unit: string, name: string, derive: (value: number) => string];

const COSTS: readonly Cost[] = [
  [
    'a row, with indexes and counts',
    'bytes',
    'stored bytes of a row with indexes and counts',
    (bytes) => `a billion: ${formatCount(Math.round(bytes))} GB`,
  ],
  [
    'rows imported by one process',
    'in a second',
    'teller import',
    (rate) => `a billion: ${formatCount(round(1e9 / rate / 3600))} hours`,
  ],
  ...PAGES.map((page): Cost => [page, 'µs of a core', page, writePerCore]),
];

function writePerCore(micros: number): string {
  return `${formatCount(Math.round(1e6 / micros))} in a second of a core`;
}

/** Returns the table of costs; a figure that the run did not measure is a dash. */
export function writeCosts({ date, machine, results }: Report): string {
  const find = (name: string): number | undefined => {
    const own = results.filter((result) => result.name === name);
    const result = own.find(({ work }) => work.includes(LARGE)) ?? own[0];
    return result?.requestMicros ?? result?.measured ?? undefined;
  };
  const rows = COSTS.map(([title, unit, name, derive]) => {
    const cells = ['SQLite', 'PostgreSQL'].map((engine) => {
      const value = find(`${name}, ${engine}`);
      return value === undefined ? '—' : `${formatCount(value)} (${derive(value)})`;
    });
    return [title, unit].concat(cells);
  });
  const megabytes = find('sync process, 1,000 wallets')?.toString() ?? '—';
  rows.push(['a sync process that polls 1,000 wallets', 'MB, most resident', megabytes, '—']);
  const titles = ['cost of', 'unit', 'SQLite', 'PostgreSQL, with its server'];
  return `From the run of ${date}: ${machine}.\n\n${writeTable(titles, rows)}`;
}
