import { expect, it } from 'vitest';

import { runRound } from './shutdown-rounds.ts';

it.each([1, 2])(
  'a stop signal breaks no accepted request with %d workers',
  async (workers) => {
    const { answered, broken } = await runRound(workers);
    expect(answered).toBeGreaterThan(0);
    expect(broken).toBe(0);
  },
  30_000,
);
