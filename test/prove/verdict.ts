/** Whether a run of tests proves a promise. */
import type { TestRun } from './run-tests.ts';

/**
 * - `proved`: every test of it ran and passed.
 * - `broken`: a test failed, or none ran.
 * - `skipped`: no test failed, but some did not run.
 */
export type Verdict = 'proved' | 'broken' | 'skipped';

/** A line of the result. */
export interface Proof {
  readonly name: string;
  readonly verdict: Verdict;
  readonly detail: string;
}

const FAILURES_SHOWN_MAX = 10;

/** Returns what a run of the tests of a promise shows. */
export function verdictOf({ passed, failed, brokenFiles, skipped }: TestRun): Verdict {
  if (failed + brokenFiles > 0) return 'broken';
  if (skipped > 0) return 'skipped';
  return passed > 0 ? 'proved' : 'broken';
}

/** Returns a run in words. */
export function describeRun({ passed, failed, brokenFiles, skipped, failures }: TestRun): string {
  const shown = failures.slice(0, FAILURES_SHOWN_MAX).map((name) => `; ${name}`);
  const broken = brokenFiles === 0 ? '' : `, ${brokenFiles} files cannot be loaded`;
  const tests = skipped === 1 ? 'test was' : 'tests were';
  const notRun = skipped === 0 ? '' : `not proved: ${skipped} ${tests} skipped; `;
  return `${notRun}${passed} passed, ${failed} failed${broken}${shown.join('')}`;
}

/** Returns the exit code of results: 0 only if all are proved, 2 if tests were skipped and none failed. */
export function exitCodeOf(proofs: readonly Proof[]): number {
  const verdicts = new Set(proofs.map(({ verdict }) => verdict));
  if (verdicts.has('broken')) return 1;
  return verdicts.has('skipped') ? 2 : 0;
}
