/** The last saved results of `npm run prove -- --save`: `results.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { combineFigures, type Figures } from './figures.ts';
import { type FileResult, sumUp } from './run-tests.ts';
import { verdictOf } from './verdict.ts';

const FILE = fileURLToPath(new URL('results.json', import.meta.url));
const DIGITS = 3;

/** The last successful run of the tests of a promise. */
export interface Measured extends Figures {
  /** The UTC day. */
  readonly date: string;
  readonly rounds: number;
  /** Tests that passed in all rounds. */
  readonly tests: number;
}

/** What was last measured. */
export interface Results {
  /** By the sentence of the promise. */
  readonly promises: Readonly<Record<string, Measured>>;
  /** The UTC day on which a mutant was last caught, by its sentence. */
  readonly mutants: Readonly<Record<string, string>>;
}

/** Returns the results of the file. */
export function readResults(): Results {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
}

/** Replaces the results that were measured again in the file. */
export function saveResults({ promises = {}, mutants = {} }: Partial<Results>): void {
  const former = readResults();
  const results: Results = {
    promises: { ...former.promises, ...promises },
    mutants: { ...former.mutants, ...mutants },
  };
  writeFileSync(FILE, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** Returns measurements that continue former ones of the same promises with other seeds: counts and rounds add up. */
export function continueResults(
  former: Results['promises'],
  later: Results['promises'],
): Results['promises'] {
  const all = Object.entries(later).map(([promise, measured]) => {
    const before = former[promise];
    return [promise, before === undefined ? measured : continueMeasured(before, measured)] as const;
  });
  return Object.fromEntries(all);
}

function continueMeasured(former: Measured, later: Measured): Measured {
  return {
    date: later.date,
    rounds: former.rounds + later.rounds,
    tests: former.tests + later.tests,
    ...combineFigures([former, later]),
  };
}

/** Returns what the files of a promise have measured in some rounds; `undefined` if it was not proved. */
export function measure(
  files: readonly FileResult[],
  { rounds, date }: { readonly rounds: number; readonly date: string },
): Measured | undefined {
  const run = sumUp(files);
  const isFailed = files.some(({ status }) => status === 'failed');
  if (isFailed || verdictOf(run) !== 'proved') return undefined;
  const results = files.flatMap(({ assertionResults }) => assertionResults);
  const figures = combineFigures(results.flatMap(({ meta }) => meta.figures ?? []));
  return { date, rounds, tests: run.passed, ...figures };
}

/** Returns a measurement in words. */
export function describeMeasured({ date, rounds, tests, counts, maxima }: Measured): string {
  const all = { [tests === 1 ? 'test' : 'tests']: tests, ...counts };
  const counted = Object.entries(all).map(([name, value]) => `${format(value)} ${name}`);
  const largest = Object.entries(maxima).map(([name, value]) => `at most ${format(value)} ${name}`);
  const times = rounds === 1 ? '' : `, ${rounds} rounds`;
  return `${date}${times}: ${[...counted, ...largest].join(', ')}`;
}

/** Returns a number with separators; less than 1,000 with three digits. */
function format(value: number): string {
  const rounded = value < 1000 ? Number(value.toPrecision(DIGITS)) : Math.round(value);
  return rounded.toLocaleString('en-US');
}
