import { expect, it } from 'vitest';

import { UNFILTERED_SOURCE_DEFAULTS } from '../profile.ts';
import { rereadWindow } from './list-scan.ts';

const SOURCE = { ...UNFILTERED_SOURCE_DEFAULTS, name: 'records', startMs: 10_000 };
const NOW_MS = 20_000;
const HISTORY = { fromMs: 10_000, toMs: 20_000 };

it.each([
  [10_000, { fromMs: 10_000, toMs: 11_000 }],
  [19_999, { fromMs: 19_999, toMs: 20_999 }],
  [9999, HISTORY],
  [20_000, HISTORY],
  [15_000.5, HISTORY],
  [NaN, HISTORY],
  [undefined, HISTORY],
])('re-reads a row of %s by its second, or by the whole history', (createdAtMs, expected) => {
  expect(rereadWindow(createdAtMs, SOURCE, NOW_MS)).toEqual(expected);
});

it('returns a range that is not empty if the clock of the exchange is before the history', () => {
  const { fromMs, toMs } = rereadWindow(undefined, SOURCE, 0);
  expect(toMs).toBeGreaterThan(fromMs);
});
