import { expect, it } from 'vitest';

import { followHistory, listHistories } from './follow-history.ts';

it.each(listHistories(0))(
  'stores exactly the records of $exchange after any interruption: seed $seed',
  async ({ exchange, seed }) => {
    const { wanted, held } = await followHistory(exchange, seed);
    expect(held).toEqual(wanted);
  },
  60_000,
);
