import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The result of a run of tests. */
export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  /** Files that failed before their first test, because they cannot be loaded for example. */
  readonly brokenFiles: number;
  /** The names of failed tests. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** The settings of a run. */
export interface TestRunOptions {
  /** The folder with the sources. */
  readonly root: string;
  readonly tests: readonly string[];
  /** Ends after the first failed test. */
  readonly bail: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Maximum time of a run. A mutant may make a test wait without an end. */
const RUN_MS_MAX = 60 * 60_000;

/** Runs test files in a process of its own. @throws {Error} if it ends without a report. */
export async function runTests({ root, tests, bail, env }: TestRunOptions): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'teller-prove-'));
  const file = join(folder, 'report.json');
  const startedAtMs = performance.now();
  const options = ['run', '--reporter=json', `--outputFile=${file}`, ...(bail ? ['--bail=1'] : [])];
  try {
    const output = await runProcess(
      join(root, 'bin/node'),
      ['node_modules/vitest/vitest.mjs', ...options, ...tests],
      { cwd: root, env: { ...process.env, ...env } },
    );
    const report = readReport(file, output);
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const failures = results.filter(({ status }) => status === 'failed');
    return {
      passed: results.filter(({ status }) => status === 'passed').length,
      failed: failures.length,
      brokenFiles: report.testResults.filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      ).length,
      failures: failures.map(({ fullName }) => fullName),
      seconds: (performance.now() - startedAtMs) / 1000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch (error) {
    throw new Error(`the tests have ended without a report:\n${output}`, { cause: error });
  }
}

/** Runs a program to its end, and returns what it has written. */
async function runProcess(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => parts.push(part));
  }
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  clearTimeout(timer);
  return Buffer.concat(parts).toString();
}
