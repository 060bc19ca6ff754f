/**
 * Proves the promises of `docs/reliability.md`: `npm run prove`. Runs their tests with more random cases than `npm test`,
 * `--rounds` times with other seeds. With `--mutants` it removes one guard after the other from a copy of the sources, and
 * reports the guards whose removal no test notices. `--save` keeps what was measured in `results.json`, from which
 * `npm run docs` writes `docs/reliability.md`. Exits with 1 if a promise is broken or a mutant survives, and with 2 if tests
 * were skipped.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { copySources } from './copy-sources.ts';
import { applyMutant, type Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { PROMISES, type Promised, SUBJECTS } from './promises.ts';
import { continueResults, type Measured, measure, readResults, saveResults } from './results.ts';
import { type FileResult, runTests, sumUp } from './run-tests.ts';
import { describeRun, exitCodeOf, type Proof, type Verdict, verdictOf } from './verdict.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Random exchanges of a round. */
const EXCHANGES_OF_ROUND = 20;
/** The start of the line of a result. */
const LABELS: Readonly<Record<Verdict, string>> = {
  proved: 'ok  ',
  broken: 'FAIL',
  skipped: 'SKIP',
};

const HELP = `npm run prove -- [options]

  --only SUBJECTS   separated by commas; all by default:
                    ${SUBJECTS.join(', ')}
  --match PATTERN   only promises or mutants whose sentence or files match this regular expression
  --rounds N        repetitions, each with other seeds
  --seeds N         the seeds of a round; 2 by default
  --first-seed N    the seed of the first round
  --seconds N       the duration of the load at half of the capacity, and of the overload up to 60
  --mutants         remove one guard after the other instead, and report what no test notices
  --save            keep what was measured for docs/reliability.md
  --add             with --save: the seeds continue a former run, and its counts are kept
  --json            print the result as JSON
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string', default: SUBJECTS.join(',') },
    rounds: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    'first-seed': { type: 'string', default: '1' },
    mutants: { type: 'boolean', default: false },
    match: { type: 'string', default: '' },
    save: { type: 'boolean', default: false },
    add: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}

const proofs = values.mutants ? await proveMutants() : await provePromises();
const unproved = proofs.filter(({ verdict }) => verdict !== 'proved');
if (values.json) process.stdout.write(`${JSON.stringify(proofs, undefined, 2)}\n`);
else {
  const summary = unproved.length === 0 ? 'all proved' : `${unproved.length} not proved`;
  process.stdout.write(
    `${proofs.length} of ${values.mutants ? 'mutants' : 'subjects'}: ${summary}\n`,
  );
  for (const { name, detail } of unproved) process.stdout.write(`  ${name}: ${detail}\n`);
}
process.exitCode = exitCodeOf(proofs);

async function provePromises(): Promise<readonly Proof[]> {
  const rounds = readCount('--rounds', values.rounds);
  const seeds = readCount('--seeds', values.seeds);
  const firstSeed = readCount('--first-seed', values['first-seed']);
  const chosen = choosePromises();
  const tests = [...new Set(chosen.flatMap(([, promises]) => listTests(promises)))];
  const found: Proof[] = [];
  const all: FileResult[] = [];
  const former = values.add ? readResults().promises : {};
  for (let round = 1; round <= rounds; round += 1) {
    const seed = firstSeed + (round - 1) * seeds;
    const env = {
      TELLER_TEST_FIRST_SEED: String(seed),
      TELLER_TEST_HISTORIES: String(seeds),
      TELLER_TEST_EXCHANGES: String(EXCHANGES_OF_ROUND),
      TELLER_TEST_RUNS_FACTOR: String(seeds),
      TELLER_TEST_LOAD_SECONDS: String(readCount('--seconds', values.seconds)),
      TELLER_TEST_MANAGEMENT_ENGINE: 'PostgreSQL',
    };
    const files = await runTests({ root: ROOT, tests, env, isShown: true });
    all.push(...files);
    for (const [subject, promises] of chosen) {
      const run = sumUp(selectFiles(files, promises));
      found.push(report(`${subject}, seeds from ${seed}`, verdictOf(run), describeRun(run)));
    }
    if (values.save) {
      saveResults({ promises: continueResults(former, measurePromises(chosen, all, round)) });
    }
  }
  return found;
}

/** A subject with the chosen promises. */
type Chosen = readonly [subject: string, promises: readonly Promised[]];

function choosePromises(): readonly Chosen[] {
  const subjects = values.only.split(',');
  const unknown = subjects.find((name) => !SUBJECTS.includes(name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: one of ${SUBJECTS.join(', ')}`);
  const wanted = new RegExp(values.match);
  const isWanted = ({ promise, tests }: Promised): boolean =>
    wanted.test(`${promise} ${tests.join(' ')}`);
  return requireSome(
    subjects
      .map((name) => [name, PROMISES[name]!.filter(isWanted)] as const)
      .filter(([, promises]) => promises.length > 0),
  );
}

/** Without a file, vitest would run all tests. @throws {Error} if nothing is chosen. */
function requireSome<T>(chosen: readonly T[]): readonly T[] {
  if (chosen.length > 0) return chosen;
  throw new Error(`--match ${values.match}: nothing matches`);
}

function listTests(promises: readonly Promised[]): readonly string[] {
  return promises.flatMap(({ tests }) => tests);
}

/** Returns the results of the files of promises. */
function selectFiles(
  files: readonly FileResult[],
  promises: readonly Promised[],
): readonly FileResult[] {
  const own = listTests(promises).map((test) => join(ROOT, test));
  return files.filter(({ name }) => own.some((test) => name.startsWith(test)));
}

/** Returns what was measured, for each promise that was proved. */
function measurePromises(
  chosen: readonly Chosen[],
  files: readonly FileResult[],
  rounds: number,
): Readonly<Record<string, Measured>> {
  const promises = chosen.flatMap(([, promised]) => promised);
  const measured = promises.map(
    (each) =>
      [each.promise, measure(selectFiles(files, [each]), { rounds, date: today() })] as const,
  );
  return Object.fromEntries(
    measured.flatMap(([promise, result]) => (result === undefined ? [] : [[promise, result]])),
  );
}

/** Returns the UTC day. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** First runs the tests without a mutant: a test that fails anyway proves nothing. */
async function proveMutants(): Promise<readonly Proof[]> {
  const wanted = new RegExp(values.match);
  const chosen = requireSome(MUTANTS.filter(({ does, file }) => wanted.test(`${does} ${file}`)));
  const copy = copySources(ROOT);
  try {
    const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
    const files = await runTests({ root: copy, tests });
    const before = sumUp(files);
    // A mutant is judged by the tests that ran.
    const verdict = verdictOf({ ...before, skipped: 0 });
    const found = [report('the sources without a mutant', verdict, describeRun(before))];
    const failed = files.filter(({ status }) => status === 'failed').map(({ name }) => name);
    for (const mutant of chosen) {
      const own = mutant.tests.map((test) => join(copy, test));
      const isJudged = !failed.some((name) => own.some((test) => name.startsWith(test)));
      const proof = isJudged
        ? await tryMutant(copy, mutant)
        : report(nameOf(mutant), 'broken', 'its tests fail without it');
      found.push(proof);
      if (values.save && proof.verdict === 'proved') {
        saveResults({ mutants: { [mutant.does]: today() } });
      }
    }
    return found;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function nameOf({ does }: Mutant): string {
  return `a program that ${does}`;
}

async function tryMutant(copy: string, mutant: Mutant): Promise<Proof> {
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, applyMutant(mutant, text));
  try {
    const run = sumUp(await runTests({ root: copy, tests: mutant.tests, options: ['--bail=1'] }));
    const name = nameOf(mutant);
    // A file is also listed as broken if the first failure ends the run while it is loaded.
    const isBroken = run.failed === 0 && run.brokenFiles > 0;
    if (isBroken) return report(name, 'broken', 'the patched sources cannot be loaded');
    return report(name, run.failed > 0 ? 'proved' : 'broken', run.failures[0] ?? 'no test fails');
  } finally {
    writeFileSync(path, text);
  }
}

function report(name: string, verdict: Verdict, detail: string): Proof {
  process.stderr.write(`${LABELS[verdict]} ${name}: ${detail}\n`);
  return { name, verdict, detail };
}

function readCount(option: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${option} ${text}: a positive integer`);
}
