/** The costs of `docs/scale.md`: what a row and a request take, and what a billion rows take, by a saved report. */
import { writeTable } from '../tools/markdown.ts';
import { formatCount, round } from './figures.ts';
import type { Report } from './report.ts';

const ROWS = 1_000_000_000;
const HOUR_S = 3600;
const LARGE = '1,100,000 rows';

/** Returns the table of costs; a figure that the run did not measure is a dash. */
export function writeCosts({ date, machine, results }: Report): string {
  const find = (name: string): number | undefined => {
    const own = results.filter((result) => result.name === name);
    return (own.find(({ work }) => work.includes(LARGE)) ?? own[0])?.measured ?? undefined;
  };
  /** The microseconds of the processor that a page takes, from the note of its ratio. */
  const work = (name: string): number | undefined => {
    const own = results.find((result) => result.name === name && result.work.includes(LARGE));
    const micros = Number.parseInt(own?.note ?? '', 10);
    return Number.isNaN(micros) ? undefined : micros;
  };
  const rows: readonly Row[] = [
    writeRow(
      'a row, with indexes and counts',
      'bytes',
      find,
      STORED,
      (bytes) => `a billion: ${formatCount(Math.round((bytes * ROWS) / 1e9))} GB`,
    ),
    writeRow(
      'rows imported by one process',
      'in a second',
      find,
      IMPORT,
      (rate) => `a billion: ${formatCount(round(ROWS / rate / HOUR_S))} hours`,
    ),
    ...PAGES.map((name) => writeRow(name, 'µs of a core', work, name, perCore)),
    writeSync(find(SYNC)),
  ];
  const titles = ['cost of', 'unit', 'SQLite', 'PostgreSQL, with its server'];
  return `From the run of ${date}: ${machine}.\n\n${writeTable(titles, rows)}`;
}

type Row = readonly string[];

const STORED = 'stored bytes of a row with indexes and counts';
const IMPORT = 'teller import';
const SYNC = 'sync process, 1,000 wallets';
const PAGES = [
  'default page, cached',
  'default page, nothing cached',
  'page of 1,000, nothing cached',
];

function perCore(micros: number): string {
  return `${formatCount(Math.round(1e6 / micros))} in a second of a core`;
}

function writeRow(
  title: string,
  unit: string,
  find: (name: string) => number | undefined,
  name: string,
  derive: (value: number) => string,
): Row {
  const cells = ['SQLite', 'PostgreSQL'].map((engine) => {
    const value = find(`${name}, ${engine}`);
    return value === undefined ? '—' : `${formatCount(value)} (${derive(value)})`;
  });
  return [title, unit, ...cells];
}

function writeSync(megabytes: number | undefined): Row {
  const value = megabytes === undefined ? '—' : formatCount(megabytes);
  return ['a sync process that polls 1,000 wallets', 'MB, most resident', value, '—'];
}
