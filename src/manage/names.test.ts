import { expect, it } from 'vitest';

import { explainName, explainPlace, NAME_LENGTH_MAX, PLACE_LENGTH_MAX } from './names.ts';

it.each([
  ['', 'must not be empty'],
  [' \t ', 'must not be empty'],
  ['n'.repeat(NAME_LENGTH_MAX + 1), 'must have at most 200 characters'],
  ['😀'.repeat(NAME_LENGTH_MAX + 1), 'must have at most 200 characters'],
  ['a\u0000b', 'must not have control characters'],
  ['a\nb', 'must not have control characters'],
  ['a\u0085b', 'must not have control characters'],
])('the name %j is refused: %s', (text, problem) => {
  expect(explainName(text)).toBe(problem);
});

it.each([
  'n'.repeat(NAME_LENGTH_MAX),
  '😀'.repeat(NAME_LENGTH_MAX),
  ` ${'n'.repeat(NAME_LENGTH_MAX)}\n`,
  'Zoë & Co. <1>',
])('the name %j is accepted', (text) => {
  expect(explainName(text)).toBeUndefined();
});

it.each(['', ' ', '-bank', 'a"b', 'a\nb', 'p'.repeat(PLACE_LENGTH_MAX + 1)])(
  'the place %j is refused',
  (text) => {
    expect(explainPlace(text)).toMatch(/^must have 1 to 64 letters/);
  },
);

it.each(['cold storage', 'Bank 2.0_x', 'Zu\u0308rich-1', 'p'.repeat(PLACE_LENGTH_MAX)])(
  'the place %j is accepted',
  (text) => {
    expect(explainPlace(text)).toBeUndefined();
  },
);
