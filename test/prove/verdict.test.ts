import { describe, expect, it } from 'vitest';

import { measure } from './results.ts';
import { type FileResult, sumUp } from './run-tests.ts';
import { describeRun, exitCodeOf, verdictOf } from './verdict.ts';

const ROUNDS = { rounds: 1, date: '2026-01-01' };

/** Returns the result of a file, as Vitest reports it. */
function makeFile(...statuses: readonly string[]): FileResult {
  const assertionResults = statuses.map((status, index) => ({
    status,
    fullName: `test ${index}`,
    meta: {},
  }));
  const status = statuses.includes('failed') ? 'failed' : 'passed';
  return { name: '/tests/one.test.ts', status, assertionResults };
}

const judge = (...files: readonly FileResult[]) => {
  const run = sumUp(files);
  const verdict = verdictOf(run);
  const exitCode = exitCodeOf([
    { name: 'another', verdict: 'proved', detail: '' },
    { name: 'this', verdict, detail: '' },
  ]);
  const isSaved = measure(files, ROUNDS) !== undefined;
  return { verdict, exitCode, isSaved, detail: describeRun(run) };
};

describe('a promise', () => {
  it('is proved if all of its tests passed', () => {
    expect(judge(makeFile('passed', 'passed'), makeFile('passed'))).toEqual({
      verdict: 'proved',
      exitCode: 0,
      isSaved: true,
      detail: '3 passed, 0 failed',
    });
  });

  it.each(['skipped', 'pending', 'todo'])('is not proved if a test of it is %s', (status) => {
    expect(judge(makeFile('passed', 'passed'), makeFile(status))).toEqual({
      verdict: 'skipped',
      exitCode: 2,
      isSaved: false,
      detail: 'not proved: 1 test was skipped; 2 passed, 0 failed',
    });
  });

  it('is not proved if all of its tests were skipped', () => {
    expect(judge(makeFile('skipped', 'skipped'))).toEqual({
      verdict: 'skipped',
      exitCode: 2,
      isSaved: false,
      detail: 'not proved: 2 tests were skipped; 0 passed, 0 failed',
    });
  });

  it('is broken if a test failed, also if others were skipped', () => {
    expect(judge(makeFile('passed', 'failed', 'skipped'))).toEqual({
      verdict: 'broken',
      exitCode: 1,
      isSaved: false,
      detail: 'not proved: 1 test was skipped; 1 passed, 1 failed; test 1',
    });
  });

  it('is broken if a file of it cannot be loaded, or has no test', () => {
    const unloaded = { ...makeFile(), status: 'failed' };
    expect(judge(makeFile('passed'), unloaded)).toEqual({
      verdict: 'broken',
      exitCode: 1,
      isSaved: false,
      detail: '1 passed, 0 failed, 1 files cannot be loaded',
    });
    expect(judge(makeFile())).toMatchObject({ verdict: 'broken', exitCode: 1, isSaved: false });
  });
});
