/**
 * Measures what the floors of `docs/performance.md` name: `npm run bench`. Prints one table; progress goes to standard
 * error. With `--save` the page gets the figures of this run. Exits with 1 if a floor is
 * missed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';

import { Command, InvalidArgumentError } from 'commander';

import { integerFrom } from '../tools/arguments.ts';
import { measureCitus } from './citus.ts';
import { Databases } from './databases.ts';
import { reportProgress } from './figures.ts';
import { measureFilters } from './filters.ts';
import { isMet, type Result } from './floors.ts';
import { measureImports } from './import.ts';
import { measureManage } from './manage.ts';
import { measureNoise } from './noise.ts';
import { measurePages } from './pages.ts';
import { canPin, runTidily, stopProcesses } from './processes.ts';
import { type Report, writeReport } from './report.ts';
import { measureSync } from './sync.ts';

/** The deepest page of the API, page 1,000 of 1,000 rows, ends after row 1,001,000. */
const ROWS = 1_100_000;
/** Two pages of the largest size. */
const ROWS_MIN = 2000;
const ROUNDS = 11;
const RESULTS = new URL('results.json', import.meta.url);

interface Options {
  readonly only: readonly string[];
  readonly rows: number;
  readonly rounds: number;
  readonly postgres?: string;
  readonly citus?: string;
  readonly save?: true;
}

/** The parts in the order in which they run: filters are measured before anything has analyzed the tables. */
const PARTS: Readonly<Record<string, () => Promise<readonly Result[]>>> = {
  import: () => measureImports(databases),
  filters: () => measureFilters(databases),
  pages: () => measurePages(databases, rounds),
  noise: () => measureNoise(databases),
  manage: () => measureManage(databases),
  sync: async () => [await measureSync()],
  citus: async () =>
    citus === undefined ? [] : measureCitus(await databases.postgres(), citus.split(','), rounds),
};

function readParts(list: string): readonly string[] {
  const unknown = list.split(',').find((name) => !(name in PARTS));
  if (unknown === undefined) return list.split(',');
  throw new InvalidArgumentError(`${unknown}: one of ${Object.keys(PARTS).join(', ')}.`);
}

const { only, rows, rounds, postgres, citus, save } = new Command('npm run bench --')
  .option('--only <parts>', 'separated by commas', readParts, Object.keys(PARTS))
  .option('--rows <count>', 'of the large wallet', integerFrom(ROWS_MIN), ROWS)
  .option('--rounds <count>', 'repetitions of each load', integerFrom(1), ROUNDS)
  .option(
    '--postgres <url>',
    'of a superuser of an existing PostgreSQL, for instance of another version',
  )
  .option('--citus <urls>', 'of the nodes of a Citus cluster, see citus.ts')
  .option(
    '--save',
    'write bench/results.json and docs/performance.md; parts saved on the same day remain',
  )
  .parse()
  .opts<Options>();
const databases = new Databases(rows, postgres);

/** Adds what other runs have saved on the same machine and day. */
function withOthers(report: Report): Report {
  const saved = JSON.parse(readFileSync(RESULTS, 'utf8')) as Report;
  if (saved.date !== report.date || saved.machine !== report.machine) return report;
  const measured = new Set(report.results.map(({ work }) => work));
  const others = saved.results.filter(({ work }) => !measured.has(work));
  return { ...report, results: [...others, ...report.results] };
}

await runTidily(async () => {
  const results: Result[] = [];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (!only.includes(name)) continue;
    try {
      results.push(...(await measure()));
    } catch (error) {
      // The other parts are measured.
      process.exitCode = 1;
      reportProgress(`${name}: ${error instanceof Error ? String(error.stack) : String(error)}`);
    }
    await stopProcesses();
  }
  if (!results.every(isMet)) process.exitCode = 1;
  reportProgress('done');
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${process.platform} ${arch()}, Node ${process.version}`;
  const date = new Date().toISOString().slice(0, 10);
  const report = { date, machine, pinned: canPin, results };
  process.stdout.write(`${writeReport(report)}\n`);
  if (!save) return;
  writeFileSync(RESULTS, `${JSON.stringify(withOthers(report), null, 2)}\n`);
  spawnSync('npm', ['run', 'docs'], { stdio: 'inherit' });
});
