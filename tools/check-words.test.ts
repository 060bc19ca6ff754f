import { expect, it } from 'vitest';

import { findWords } from './check-words.ts';

it('finds a word of the list in prose and in the words of an identifier', () => {
  const text = 'const toldAmount = 1;\nfine\n// The count is made anew.';
  expect(findWords({ path: 'src/a.ts', text })).toEqual([
    'src/a.ts:1: "told": write returns, reports, lists, contains',
    'src/a.ts:3: "anew": write again, rebuild, recompute',
  ]);
});

it('finds a word of the list in the path of a file', () => {
  expect(findWords({ path: 'src/made-anew.ts', text: '' })).toEqual([
    'src/made-anew.ts:0: "anew": write again, rebuild, recompute',
  ]);
});

it('ignores a longer word that contains one of the list', () => {
  const text = 'wallet-teller recommends storytelling';
  expect(findWords({ path: 'README.md', text })).toEqual([]);
});
