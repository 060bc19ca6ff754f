import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { appendTo, largest, smallest } from './long-lists.ts';

const MANY = Array.from({ length: 1_000_000 }, (_, index) => index);

it('accepts lists that are longer than the arguments of a call', () => {
  const list = [-1];
  appendTo(list, MANY);
  expect(list).toHaveLength(1_000_001);
  expect([smallest(MANY), largest(MANY)]).toEqual([0, 999_999]);
  expect([smallest([]), largest([])]).toEqual([Infinity, -Infinity]);
});

it('is used instead of spreading lists of an exchange into arguments', () => {
  const files = globSync(`${import.meta.dirname}/../**/*.ts`);
  expect(files.length).toBeGreaterThan(100);
  const spread = files
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) =>
      /\bpush\(\s*\.\.\.|\bMath\.(?:min|max)\(\s*\.\.\./.test(readFileSync(file, 'utf8')),
    );
  expect(spread).toEqual([]);
});
