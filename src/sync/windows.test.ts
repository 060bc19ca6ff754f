import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { HistorySource } from '../exchanges/exchange.ts';
import {
  cutIntoWindows,
  halveWindow,
  headWindow,
  recheckWindows,
  unreadRanges,
} from './windows.ts';

const source = (change: Partial<HistorySource> = {}): HistorySource => ({
  name: 'deposits',
  startMs: 1000,
  windowMsMax: 90,
  windowMsMin: 1,
  overlapMs: 10,
  order: 'newest-first',
  optional: false,
  ...change,
});

describe('headWindow', () => {
  it('starts an overlap before the end of coverage, and for a new source with its newest window', () => {
    expect(headWindow(source(), [{ fromMs: 1000, toMs: 5000 }], 5020)).toEqual({
      fromMs: 4990,
      toMs: 5020,
    });
    expect(headWindow(source(), [], 5020)).toEqual({ fromMs: 4930, toMs: 5020 });
    expect(headWindow(source({ order: 'oldest-first' }), [], 5020)).toEqual({
      fromMs: 5010,
      toMs: 5020,
    });
  });

  it('ignores coverage in the future', () => {
    expect(headWindow(source(), [{ fromMs: 1000, toMs: 9000 }], 5000)).toEqual({
      fromMs: 4990,
      toMs: 5000,
    });
    expect(headWindow(source(), [{ fromMs: 6000, toMs: 9000 }], 5000)).toEqual({
      fromMs: 4910,
      toMs: 5000,
    });
    expect(headWindow(source(), [], 1001)).toEqual({ fromMs: 1000, toMs: 1001 });
  });

  it("is not empty if the exchange's clock is before the start of the source", () => {
    expect(headWindow(source(), [], 900)).toEqual({ fromMs: 810, toMs: 900 });
  });
});

const range = fc
  .tuple(fc.nat(1000), fc.integer({ min: 1, max: 300 }))
  .map(([fromMs, size]) => ({ fromMs, toMs: fromMs + size }));

describe('unreadRanges', () => {
  it('returns exactly the milliseconds that are not covered, or are to be read again', () => {
    const readRange = fc.record({
      source: fc.constant('deposits'),
      readAtMs: fc.constant(1),
      rereadRequestedAtMs: fc.constantFrom(null, 2),
    });
    const covering = fc.tuple(range, readRange).map((parts) => Object.assign({}, ...parts));
    fc.assert(
      fc.property(fc.array(covering, { maxLength: 8 }), range, (coverage, wanted) => {
        const covered = (ms: number): boolean =>
          coverage.some(
            ({ fromMs, toMs, rereadRequestedAtMs }) =>
              rereadRequestedAtMs === null && ms >= fromMs && ms < toMs,
          );
        const sorted = coverage.toSorted((a, b) => a.fromMs - b.fromMs);
        const gaps = unreadRanges(sorted, wanted);
        for (const { fromMs, toMs } of gaps) {
          expect(fromMs).toBeGreaterThanOrEqual(wanted.fromMs);
          expect(toMs).toBeGreaterThan(fromMs);
          expect(toMs).toBeLessThanOrEqual(wanted.toMs);
        }
        for (let ms = wanted.fromMs; ms < wanted.toMs; ms += 1) {
          expect(gaps.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs)).toBe(!covered(ms));
        }
      }),
    );
  });
});

describe('cutIntoWindows and halveWindow', () => {
  it('cover the range without overlap, in the order of the source', () => {
    fc.assert(
      fc.property(
        range,
        fc.integer({ min: 1, max: 400 }),
        fc.boolean(),
        (whole, windowMsMax, newest) => {
          const order = newest ? 'newest-first' : 'oldest-first';
          const windows = cutIntoWindows(source({ windowMsMax, order }), whole);
          const ascending = newest ? windows.toReversed() : windows;
          expect(ascending[0]?.fromMs).toBe(whole.fromMs);
          expect(ascending.at(-1)?.toMs).toBe(whole.toMs);
          ascending.forEach((window, at) => {
            expect(window.toMs - window.fromMs).toBeLessThanOrEqual(windowMsMax);
            expect(window.fromMs).toBe(at === 0 ? whole.fromMs : ascending[at - 1]?.toMs);
          });
        },
      ),
    );
    expect(halveWindow(source(), { fromMs: 0, toMs: 3 })).toEqual([
      { fromMs: 2, toMs: 3 },
      { fromMs: 0, toMs: 2 },
    ]);
    expect(halveWindow(source({ order: 'oldest-first' }), { fromMs: 0, toMs: 2 })).toEqual([
      { fromMs: 0, toMs: 1 },
      { fromMs: 1, toMs: 2 },
    ]);
  });
});

describe('recheckWindows', () => {
  const rows = [5, 86_400_005, 3, 500_000_000].map((timestampMs, at) => ({
    transactionId: `tx_${at}`,
    source: 'deposits',
    timestampMs,
    dueAtMs: 0,
  }));

  it('contains every row, close ones in one window', () => {
    expect(recheckWindows(source(), rows)).toEqual([
      { fromMs: 3, toMs: 86_401_005 },
      { fromMs: 500_000_000, toMs: 500_001_000 },
    ]);
  });

  it('contains only the rows, and nothing between them, of a source that is read oldest first', () => {
    expect(recheckWindows(source({ order: 'oldest-first' }), rows)).toEqual([
      { fromMs: 3, toMs: 1005 },
      { fromMs: 86_400_005, toMs: 86_401_005 },
      { fromMs: 500_000_000, toMs: 500_001_000 },
    ]);
  });
});
