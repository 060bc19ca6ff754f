import { type CountFilter, matchesAll } from './code-counts.ts';
import {
  type CountKey,
  earlierKey,
  HIGHEST_KEY,
  type KeyRange,
  laterKey,
  LOWEST_KEY,
  startOfMillisecond,
} from './count-key.ts';
import { RankReader } from './rank-reader.ts';
import type { TreeReading } from './tree-request.ts';

/** The rows to count, and the page of them to return. */
export interface CountedQuery {
  readonly filter: CountFilter;
  /** Inclusive. */
  readonly sinceMs?: number | undefined;
  /** Exclusive. */
  readonly beforeMs?: number | undefined;
  /** The number of newest rows before the page. */
  readonly offset: number;
  readonly limit: number;
}

/** The total, and the ranges that contain the page. */
export interface CountedPage {
  readonly totalCount: number;
  /**
   * Newest first. Of the matching rows in these ranges, the first `skip` come before the page and the next
   * `take` are the page.
   */
  readonly ranges: readonly KeyRange[];
  readonly skip: number;
  readonly take: number;
}

/**
 * Finds the total and the page. Reads only the nodes on the paths to both bounds and to the page.
 *
 * @throws {CountedTreeError} if the tree cannot be read.
 */
export function* findPage(query: CountedQuery): TreeReading<CountedPage> {
  const { filter, sinceMs, beforeMs, offset, limit } = query;
  const reader = new RankReader(filter);
  const { total, first } = yield* rankBounds(reader, query);
  const totalCount = Math.max(0, total - first);
  const end = total - offset;
  const start = Math.max(first, end - limit);
  if (start >= end) return { totalCount, ranges: [], skip: 0, take: 0 };
  const take = end - start;
  const low = sinceMs === undefined ? LOWEST_KEY : startOfMillisecond(sinceMs);
  if (matchesAll(filter) && offset === 0) {
    const high = beforeMs === undefined ? HIGHEST_KEY : startOfMillisecond(beforeMs);
    return { totalCount, ranges: [{ low, high }], skip: 0, take };
  }
  // If every row matches, the page is contiguous, and its newest row is enough.
  const wanted = { start: matchesAll(filter) ? end - 1 : start, end };
  const { ranges, skip } = yield* reader.select(wanted);
  const [newest] = ranges;
  if (!matchesAll(filter) || newest === undefined) return { totalCount, ranges, skip, take };
  return { totalCount, ranges: [{ low, high: newest.high }], skip, take };
}

/** The total, and the ranges that contain the rows after a position. */
export interface WalkedPage {
  readonly totalCount: number;
  /** Newest first. They contain the next `limit` matching rows, or all if there are fewer. */
  readonly ranges: readonly KeyRange[];
}

/**
 * Finds the total, and the rows after a position. Reads only the nodes on the paths to the bounds and to the
 * position, so it takes as long at the end of a listing as at its start.
 *
 * @param place the position of the row before the page.
 * @throws {CountedTreeError} if the tree cannot be read.
 */
export function* findPageAfter(
  query: Omit<CountedQuery, 'offset'>,
  place: CountKey,
): TreeReading<WalkedPage> {
  const { filter, sinceMs, beforeMs, limit } = query;
  const low = sinceMs === undefined ? LOWEST_KEY : startOfMillisecond(sinceMs);
  const high = beforeMs === undefined ? place : earlierKey(place, startOfMillisecond(beforeMs));
  const reader = new RankReader(filter);
  const isUnfiltered = matchesAll(filter);
  const { total, first, others } = yield* rankBounds(
    reader,
    query,
    isUnfiltered ? [] : [high.timestampMs],
  );
  const totalCount = Math.max(0, total - first);
  if (isUnfiltered) return { totalCount, ranges: [{ low, high }] };
  // The tree does not contain the order of rows within a millisecond, so those after the position are read.
  const sameTime = { low: laterKey(low, startOfMillisecond(high.timestampMs)), high };
  const [end = 0] = others;
  const start = Math.max(first, end - limit);
  if (start >= end) return { totalCount, ranges: [sameTime] };
  return { totalCount, ranges: [sameTime, ...(yield* reader.select({ start, end })).ranges] };
}

/**
 * Returns the total. Reads only the nodes on the paths to both bounds.
 *
 * @throws {CountedTreeError} if the tree cannot be read.
 */
export function* countMatches(query: Omit<CountedQuery, 'offset' | 'limit'>): TreeReading<number> {
  const { total, first } = yield* rankBounds(new RankReader(query.filter), query);
  return Math.max(0, total - first);
}

/** Returns the number of matching rows that are older than `beforeMs` (`total`), `sinceMs` (`first`) and each time. */
function* rankBounds(
  reader: RankReader,
  { sinceMs, beforeMs }: Pick<CountedQuery, 'sinceMs' | 'beforeMs'>,
  times: readonly number[] = [],
): TreeReading<{
  readonly total: number;
  readonly first: number;
  readonly others: readonly number[];
}> {
  const since = sinceMs === undefined ? [] : [sinceMs];
  const [total = 0, ...ranks] = yield* reader.rank([beforeMs, ...since, ...times]);
  const [first = 0] = sinceMs === undefined ? [] : ranks;
  return { total, first, others: ranks.slice(since.length) };
}
