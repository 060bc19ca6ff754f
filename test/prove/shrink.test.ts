import { expect, it } from 'vitest';

import { shrink } from './shrink.ts';

const numbers = Array.from({ length: 40 }, (_, index) => index);

it('keeps only the elements without which a list does not fail', async () => {
  const fails = async (part: readonly number[]) => part.includes(7) && part.includes(31);
  expect(await shrink(numbers, fails)).toEqual([7, 31]);
  expect(await shrink(numbers, async () => true)).toEqual([]);
});

it('returns the whole list if every part succeeds', async () => {
  expect(await shrink(numbers, async () => false)).toEqual(numbers);
});
