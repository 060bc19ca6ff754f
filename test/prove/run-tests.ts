import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Figures } from './figures.ts';

/** The result of a run of tests, or of some of its files. */
export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  /** Tests that did not run, because the machine has no nginx for example. */
  readonly skipped: number;
  /** Files that failed before their first test, because they cannot be loaded for example. */
  readonly brokenFiles: number;
  /** The names of failed tests. */
  readonly failures: readonly string[];
}

/** The settings of a run. */
export interface TestRunOptions {
  /** The folder with the sources. */
  readonly root: string;
  readonly tests: readonly string[];
  /** More options of Vitest. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Shows the output of Vitest on standard error while the tests run. */
  readonly isShown?: boolean;
}

/** The result of a file, as Vitest reports it. */
export interface FileResult {
  /** The path of the file. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly meta: { readonly figures?: Figures };
  }[];
}

/** An error that no test has caught, as a failed test. */
const UNHANDLED = {
  status: 'failed',
  assertionResults: [{ status: 'failed', fullName: 'an error that nothing handled', meta: {} }],
};

/** Maximum time of a run. A mutant may make a test wait without an end. */
const RUN_MS_MAX = 180 * 60_000;

/**
 * Runs test files in a process of its own, and returns the result of each file. An error that nothing handles fails the first
 * file, because the report of Vitest does not contain it.
 *
 * @throws {Error} if it ends without a report.
 */
export async function runTests({
  root,
  tests,
  options = [],
  env,
  isShown = false,
}: TestRunOptions): Promise<readonly FileResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'teller-prove-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=json', ...(isShown ? ['--reporter=default'] : [])];
  const args = ['run', ...reporters, `--outputFile.json=${file}`, ...options, ...tests];
  try {
    const { code, output } = await runProcess(
      join(root, 'bin/node'),
      ['node_modules/vitest/vitest.mjs', ...args],
      { cwd: root, env: { ...process.env, ...env } },
      isShown,
    );
    const files = readReport(file, output);
    const { failed, brokenFiles } = sumUp(files);
    if (code === 0 || failed + brokenFiles > 0) return files;
    return [...files, { name: join(root, tests[0] ?? ''), ...UNHANDLED }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds up the results of files. */
export function sumUp(files: readonly FileResult[]): TestRun {
  const results = files.flatMap(({ assertionResults }) => assertionResults);
  const failures = results.filter(({ status }) => status === 'failed');
  return {
    passed: results.filter(({ status }) => status === 'passed').length,
    failed: failures.length,
    skipped: results.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    brokenFiles: files.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    ).length,
    failures: failures.map(({ fullName }) => fullName),
  };
}

function readReport(file: string, output: string): readonly FileResult[] {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      testResults: readonly FileResult[];
    };
    return report.testResults;
  } catch (error) {
    throw new Error(`the tests have ended without a report:\n${output}`, { cause: error });
  }
}

/** Runs a program to its end, and returns its exit code and what it has written. */
async function runProcess(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  isShown: boolean,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => parts.push(part));
    if (isShown) stream.pipe(process.stderr, { end: false });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, output: Buffer.concat(parts).toString() };
}
