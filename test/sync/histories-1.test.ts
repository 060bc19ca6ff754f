import { expect, it } from 'vitest';

import { followHistory, listHistories } from './follow-history.ts';

it.each(listHistories(0))(
  'ends equal to the truth of $exchange, whatever stopped it: seed $seed',
  async ({ exchange, seed }) => {
    const { wanted, held } = await followHistory(exchange, seed);
    expect(held).toEqual(wanted);
  },
  60_000,
);
