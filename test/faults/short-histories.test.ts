/** A few of the histories and steps of the clock that `npm run prove` draws by the thousand. */
import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { drawDisturbances, followHistory } from './follow-history.ts';
import { followClockStep } from './step-clock.ts';

it.for([
  { exchange: 'bitvavo', seed: 2 },
  { exchange: 'htx', seed: 3 },
  { exchange: 'kraken', seed: 2 },
  { exchange: 'okx', seed: 2 },
] as const)(
  'stores exactly the records of $exchange after failures, steps of the clock and interruptions: seed $seed',
  async ({ exchange, seed }) => {
    const disturbances = drawDisturbances(exchange, seed);
    expect(disturbances.length).toBeGreaterThan(4);
    expect(await followHistory(exchange, seed, disturbances)).toEqual([]);
  },
);

it.for([
  { exchange: 'htx', stepMs: 200 * DAY_MS, atRequest: 6 },
  { exchange: 'kraken', stepMs: -DAY_MS, atRequest: 2, correctedAt: 9 },
] as const)(
  '$exchange: a clock that steps by $stepMs ms at request $atRequest loses and duplicates no row',
  async (step) => {
    const { differences, rows, total, historyComplete } = await followClockStep(step);
    expect(differences).toEqual([]);
    expect([total, historyComplete]).toEqual([rows, true]);
  },
);
