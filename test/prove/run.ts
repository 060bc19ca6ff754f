/**
 * Proves the promises of `docs/reliability.md`: `npm run prove`. Runs their tests with more random cases than `npm test`,
 * `--rounds` times with other seeds. With `--mutants` it removes one guard after the other from a copy of the sources, and
 * reports the guards whose removal no test notices. Exits with 1 if a promise is broken or a mutant survives.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { copySources } from './copy-sources.ts';
import { applyMutant, type Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { listTests, SUBJECTS } from './promises.ts';
import { runTests, type TestRun } from './run-tests.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Seeds of a round: each round begins where the one before has ended. */
const SEEDS_OF_ROUND = 5;
/** Random exchanges of a round. */
const EXCHANGES_OF_ROUND = 50;
/** Services that stop under load in a round. */
const SHUTDOWNS_OF_ROUND = 50;
const FAILURES_SHOWN_MAX = 10;

const { values } = parseArgs({
  options: {
    /** Subjects, separated by commas. */
    only: { type: 'string', default: SUBJECTS.join(',') },
    rounds: { type: 'string', default: '1' },
    'first-seed': { type: 'string', default: '1' },
    mutants: { type: 'boolean', default: false },
    /** Only mutants whose sentence or file matches this regular expression. */
    match: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});

/** A line of the result. */
interface Proof {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const proofs = values.mutants ? await proveMutants() : await provePromises();
const failed = proofs.filter(({ ok }) => !ok);
if (values.json) process.stdout.write(`${JSON.stringify(proofs, undefined, 2)}\n`);
else {
  const verdict = failed.length === 0 ? 'all proved' : `${failed.length} not proved`;
  process.stdout.write(
    `${proofs.length} of ${values.mutants ? 'mutants' : 'subjects'}: ${verdict}\n`,
  );
  for (const { name, detail } of failed) process.stdout.write(`  ${name}: ${detail}\n`);
}
process.exitCode = failed.length === 0 ? 0 : 1;

async function provePromises(): Promise<readonly Proof[]> {
  const rounds = readCount('--rounds', values.rounds);
  const firstSeed = readCount('--first-seed', values['first-seed']);
  const subjects = values.only.split(',');
  const unknown = subjects.find((name) => !SUBJECTS.includes(name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: one of ${SUBJECTS.join(', ')}`);
  const found: Proof[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const seed = firstSeed + round * SEEDS_OF_ROUND;
    for (const subject of subjects) {
      const env = {
        TELLER_TEST_FIRST_SEED: String(seed),
        TELLER_TEST_HISTORIES: String(SEEDS_OF_ROUND),
        TELLER_TEST_EXCHANGES: String(EXCHANGES_OF_ROUND),
        TELLER_TEST_RUNS_FACTOR: String(SEEDS_OF_ROUND),
        TELLER_TEST_SHUTDOWN_ROUNDS: String(SHUTDOWNS_OF_ROUND),
      };
      const run = await runTests({ root: ROOT, tests: listTests(subject), bail: false, env });
      found.push(report(`${subject}, seeds from ${seed}`, isGreen(run), describe(run)));
    }
  }
  return found;
}

/** First runs the tests without a mutant, because a test that fails anyway would prove nothing. */
async function proveMutants(): Promise<readonly Proof[]> {
  const wanted = new RegExp(values.match);
  const chosen = MUTANTS.filter(({ does, file }) => wanted.test(`${does} ${file}`));
  const copy = copySources(ROOT);
  try {
    const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
    const before = await runTests({ root: copy, tests, bail: false });
    const found = [report('the sources without a mutant', isGreen(before), describe(before))];
    if (!isGreen(before)) return found;
    for (const mutant of chosen) found.push(await tryMutant(copy, mutant));
    return found;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function tryMutant(copy: string, mutant: Mutant): Promise<Proof> {
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, applyMutant(mutant, text));
  try {
    const run = await runTests({ root: copy, tests: mutant.tests, bail: true });
    const name = `a program that ${mutant.does}`;
    // A file is also listed as broken if the first failure ends the run while it is loaded.
    const isBroken = run.failed === 0 && run.brokenFiles > 0;
    if (isBroken) return report(name, false, 'the patched sources cannot be loaded');
    return report(name, run.failed > 0, run.failures[0] ?? 'no test fails');
  } finally {
    writeFileSync(path, text);
  }
}

function isGreen({ failed: failures, brokenFiles, passed }: TestRun): boolean {
  return failures + brokenFiles === 0 && passed > 0;
}

function describe({ passed, failed: count, brokenFiles, failures, seconds }: TestRun): string {
  const shown = failures.slice(0, FAILURES_SHOWN_MAX).map((name) => `; ${name}`);
  const broken = brokenFiles === 0 ? '' : `, ${brokenFiles} files cannot be loaded`;
  return `${passed} passed, ${count} failed${broken}, ${Math.round(seconds)} s${shown.join('')}`;
}

function report(name: string, ok: boolean, detail: string): Proof {
  process.stderr.write(`${ok ? 'ok  ' : 'FAIL'} ${name}: ${detail}\n`);
  return { name, ok, detail };
}

function readCount(option: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${option} ${text}: a positive integer`);
}
