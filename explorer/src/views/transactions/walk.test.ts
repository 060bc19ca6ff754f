import { expect, it } from 'vitest';

import type { TransactionPage } from '../../../../client/src/index.ts';
import { readListing } from './listing.ts';
import { choosePage, followWalk, type Walk } from './walk.ts';

/** A response by its number of transactions. */
interface Read {
  readonly total: number;
  readonly isBackfilling?: boolean;
  readonly isLast?: boolean;
}

/** Reads page 2, then its next responses; returns the shown number of transactions and of added ones after each. */
function read(...reads: readonly Read[]): readonly (readonly [shown: number, added: number])[] {
  const listing = readListing({ page: '1' });
  let walk: Walk | undefined;
  return reads.map(({ total, isBackfilling = false, isLast = false }) => {
    const page = {
      pagination: { totalCount: total },
      nextCursor: isLast ? null : 'next',
      sync: { history: isBackfilling ? 'backfilling' : 'complete' },
    } as TransactionPage;
    walk = followWalk(walk, 'key', listing, page);
    // A component renders more than once.
    walk = followWalk(walk, 'key', listing, page);
    const shown = choosePage(walk, listing, page).pagination.totalCount;
    return [shown, total - walk.totalCount] as const;
  });
}

it('new transactions do not shift a page, and are counted', () => {
  expect(read({ total: 60 }, { total: 61 }, { total: 63 })).toEqual([
    [60, 0],
    [60, 1],
    [60, 3],
  ]);
});

it('the old transactions of a backfill are not counted, and the page is current', () => {
  const isBackfilling = true;
  expect(
    read(
      { total: 60, isBackfilling },
      { total: 4000, isBackfilling },
      { total: 12_000 },
      { total: 12_001 },
    ),
  ).toEqual([
    [60, 0],
    [4000, 0],
    [12_000, 0],
    [12_000, 1],
  ]);
  // The history is read again.
  expect(read({ total: 60 }, { total: 61 }, { total: 70, isBackfilling }, { total: 80 })).toEqual([
    [60, 0],
    [60, 1],
    [70, 0],
    [80, 0],
  ]);
});

it('a last or empty page gets the transactions that are added after it', () => {
  expect(read({ total: 10, isLast: true }, { total: 60 }, { total: 61 })).toEqual([
    [10, 0],
    [60, 50],
    [60, 51],
  ]);
});
