import { expect, it } from 'vitest';

import { Turns } from './turns.ts';

it('begins each work in an iteration of the event loop of its own, in their order', async () => {
  const turns = new Turns();
  let iteration = 0;
  let isOver = false;
  const count = (): void => {
    iteration += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const begun = await Promise.all(
    Array.from({ length: 3 }, async () => {
      await turns.take();
      return iteration;
    }),
  );
  isOver = true;
  expect(new Set(begun).size).toBe(3);
  expect(begun).toEqual(begun.toSorted((a, b) => a - b));
});
