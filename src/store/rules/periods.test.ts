import fc from 'fast-check';
import { expect, it } from 'vitest';

import { DAY_MS } from '../../domain/duration.ts';
import { TIMESTAMP_MS_MAX } from '../../domain/instant.ts';
import {
  divideRange,
  findSlice,
  nameDay,
  nameMonth,
  rangeOfPeriod,
  rangeOfQuery,
} from './periods.ts';

const FROM_MS = Date.UTC(2023, 10, 1);
const TO_MS = Date.UTC(2024, 4, 1);
const DAYS = (TO_MS - FROM_MS) / DAY_MS;
/** The names of every day and month of the range. */
const PERIODS = [
  ...new Set(
    Array.from({ length: DAYS }, (_, day) => FROM_MS + day * DAY_MS).flatMap((ms) => [
      nameDay(ms),
      nameMonth(ms),
    ]),
  ),
];

/** Returns the ranges that a divided range consists of, oldest first. */
function listRanges(fromMs: number, toMs: number) {
  const { periods, parts } = divideRange(fromMs, toMs);
  const chosen = PERIODS.filter((name) =>
    periods.some(({ from, to }) => from <= name && name < to),
  );
  return [...chosen.map(rangeOfPeriod), ...parts].toSorted((a, b) => a.fromMs - b.fromMs);
}

it('the parts of a range follow each other without a gap and without an overlap', () => {
  const time = fc.oneof(
    fc.integer({ min: FROM_MS, max: TO_MS }),
    fc.integer({ min: 0, max: DAYS }).map((day) => FROM_MS + day * DAY_MS),
    fc.integer({ min: 0, max: 6 }).map((month) => Date.UTC(2023, 10 + month, 1)),
  );
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [fromMs, toMs] = [Math.min(one, other), Math.max(one, other)];
      const ends = listRanges(fromMs, toMs).flatMap((range) => [range.fromMs, range.toMs]);
      const inner = ends.slice(1, -1);
      expect(ends.at(0) ?? fromMs).toBe(fromMs);
      expect(ends.at(-1) ?? fromMs).toBe(toMs);
      expect(inner.filter((_, index) => index % 2 === 0)).toEqual(
        inner.filter((_, index) => index % 2 === 1),
      );
    }),
  );
});

it.each([
  [Date.UTC(2024, 0, 31, 12), Date.UTC(2024, 1, 1, 12), 2],
  [Date.UTC(2024, 0, 5, 12), Date.UTC(2024, 0, 5, 13), 1],
  [Date.UTC(2024, 0, 5), Date.UTC(2024, 0, 6), 1],
  [Date.UTC(2023, 11, 31), Date.UTC(2024, 2, 2), 4],
])('from %i to %i are %i ranges', (fromMs, toMs, count) => {
  expect(listRanges(fromMs, toMs)).toHaveLength(count);
});

it('limits a range to times that rows can have', () => {
  const end = TIMESTAMP_MS_MAX + 1;
  expect(rangeOfQuery({})).toEqual({ fromMs: 0, toMs: end });
  expect(rangeOfQuery({ sinceMs: 1, beforeMs: 2 })).toEqual({ fromMs: 1, toMs: 2 });
  expect(rangeOfQuery({ sinceMs: -1, beforeMs: end + 1 })).toEqual({ fromMs: 0, toMs: end });
  expect(rangeOfQuery({ sinceMs: end + 1, beforeMs: -1 })).toEqual({ fromMs: end, toMs: 0 });
});

it('finds the blocks of a page by their counts', () => {
  const blocks = [5, 1, 4].map((count, index) => ({
    count,
    fromMs: 300 - 100 * index,
    toMs: 400 - 100 * index,
  }));
  const find = (skip: number, take: number, downFromMs?: number) => {
    const slice = { skip, take, ...(downFromMs !== undefined && { downFromMs }) };
    const found = findSlice(blocks, slice);
    return [found.blocks.map(({ count }) => count), found.skip];
  };
  expect(find(0, 5)).toEqual([[5], 0]);
  expect(find(4, 2)).toEqual([[5, 1], 4]);
  expect(find(5, 1)).toEqual([[1], 0]);
  expect(find(6, 9)).toEqual([[4], 0]);
  expect(find(10, 1)).toEqual([[], 0]);
  // A part of the first block was returned already, so it may have no further row.
  expect(find(0, 1, 350)).toEqual([[5, 1], 0]);
  expect(find(0, 1, 250)).toEqual([[1, 4], 0]);
});
