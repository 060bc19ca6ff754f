import { expect, it } from 'vitest';

import { findWords } from './check-words.ts';
import { WORD_RULES } from './plain-words.ts';

/** Two rules that are a word each, not a pattern. */
const [[first, instead], [second, insteadOfSecond]] = WORD_RULES.filter(([pattern]) =>
  /^[a-z]+$/.test(pattern),
) as [[string, string], [string, string]];

it('finds a word of the list in prose and in the words of an identifier', () => {
  const text = `const ${first}Amount = 1;\nfine\n// The count is made ${second}.`;
  expect(findWords({ path: 'src/a.ts', text })).toEqual([
    `src/a.ts:1: "${first}": write ${instead}`,
    `src/a.ts:3: "${second}": write ${insteadOfSecond}`,
  ]);
});

it('finds a word of the list in the path of a file', () => {
  const path = `src/made-${second}.ts`;
  expect(findWords({ path, text: '' })).toEqual([
    `${path}:0: "${second}": write ${insteadOfSecond}`,
  ]);
});

it('ignores a longer word that contains one of the list', () => {
  const text = 'wallet-teller recommends storytelling';
  expect(findWords({ path: 'README.md', text })).toEqual([]);
});
