import { expect, it } from 'vitest';

import { closestName, isNearName, suggestName } from './closest-name.ts';

const KNOWN = ['page', 'limit', 'status'];

it('returns the name with the fewest edits, in any case', () => {
  expect(closestName('Limt', KNOWN)).toBe('limit');
  expect(closestName('pages', KNOWN)).toBe('page');
  expect(closestName('x', [])).toBeUndefined();
});

it('suggests the closest name, or all of them if none is close', () => {
  expect(suggestName('limits', KNOWN)).toBe('did you mean limit?');
  expect(suggestName('foo', KNOWN)).toBe('known are page, limit, status');
});

it('compares no name that is longer than any known one may be', () => {
  const known = ['x'.repeat(64)];
  expect(isNearName('x'.repeat(64), known, 1)).toBe(true);
  expect(isNearName('x'.repeat(65), known, 1)).toBe(false);
});

it('ignores the characters after twice the length of the longest known name', () => {
  expect(closestName('limitlimitli', KNOWN)).toBe('limit');
  expect(closestName(`limitlimitli${'status'.repeat(5)}`, KNOWN)).toBe('limit');
});
