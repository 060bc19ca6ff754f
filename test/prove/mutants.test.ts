import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { applyMutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { listTests, PROMISES, SUBJECTS } from './promises.ts';

const ROOT = new URL('../../', import.meta.url);

it.each(MUTANTS.map((mutant) => [mutant.does, mutant] as const))(
  'the text of the mutant that %s is in its file',
  (_does, mutant) => {
    const text = readFileSync(new URL(mutant.file, ROOT), 'utf8');
    expect(applyMutant(mutant, text)).not.toBe(text);
  },
);

it('every promise and every mutant has tests that exist', () => {
  const tests = [...SUBJECTS.flatMap(listTests), ...MUTANTS.flatMap((mutant) => mutant.tests)];
  expect(tests.filter((test) => !existsSync(new URL(test, ROOT)))).toEqual([]);
});

it('npm test has a test of every promise', () => {
  const isSlow = (test: string): boolean => test.endsWith('.prove.test.ts');
  const promises = Object.values(PROMISES).flat();
  expect(promises.filter(({ tests }) => tests.every(isSlow))).toEqual([]);
});
