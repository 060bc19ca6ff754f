import { expect, it } from 'vitest';

import { recordFigures } from '../prove/figures.ts';
import { shrink } from '../prove/shrink.ts';
import { drawDisturbances, followHistory, listHistories } from './follow-history.ts';

/** Time for a history, and for the repetitions that shorten a failure. */
const TIMEOUT_MS = 600_000;

it.for(listHistories())(
  'stores exactly the records of $exchange after any disturbance: seed $seed',
  { timeout: TIMEOUT_MS },
  async ({ exchange, seed }, { task }) => {
    const all = drawDisturbances(exchange, seed);
    const differences = await followHistory(exchange, seed, all);
    recordFigures(task, { counts: { histories: 1 } });
    if (differences.length === 0) return;
    // The fewest disturbances with which the history is still wrong.
    const fails = async (part: typeof all) =>
      (await followHistory(exchange, seed, part)).length > 0;
    expect({ disturbances: await shrink(all, fails), differences }).toEqual({});
  },
);
