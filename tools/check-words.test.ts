import { expect, it } from 'vitest';

import { findWords } from './check-words.ts';

it('finds a word of the list in prose and in the words of an identifier', () => {
  expect(findWords('const toldAmount = 1;\nfine\n// The count is made anew.')).toEqual([
    { line: 1, word: 'told', instead: 'returns, reports, lists, contains' },
    { line: 3, word: 'anew', instead: 'again, rebuild, recompute' },
  ]);
});

it('ignores a longer word that contains one of the list', () => {
  expect(findWords('wallet-teller recommends storytelling')).toEqual([]);
});
