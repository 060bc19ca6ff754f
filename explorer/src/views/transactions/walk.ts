/** Stores the pages that the reader has opened, so that new transactions do not shift the rows of a page. */
import type { TransactionPage } from '../../../../client/src/index.ts';
import type { Listing } from './listing.ts';

/** The pages that the reader has opened. */
export interface Walk {
  /** Identifies the listing without its page. */
  readonly key: string;
  /** Number of transactions when the reader opened the first page, or at the end of a later backfill. */
  totalCount: number;
  /** True if the last response was made during a backfill, which adds old transactions. */
  isBackfilling: boolean;
  /** Cursors by page index, one for each page that the reader has opened. */
  readonly cursors: Map<number, string>;
  /** Last response for a page opened by its index, before new transactions shifted its rows. */
  pinned: { readonly page: number; readonly value: TransactionPage } | undefined;
}

/**
 * Adds a response to the walk, and returns the walk: a new one on the first page or for another listing. The same
 * response may be added again.
 */
export function followWalk(
  walk: Walk | undefined,
  key: string,
  { page, cursor }: Listing,
  { pagination: { totalCount }, sync }: TransactionPage,
): Walk {
  const isBackfilling = sync.history === 'backfilling';
  if (page === 0 || walk?.key !== key) {
    walk = { key, totalCount, isBackfilling, cursors: new Map(), pinned: undefined };
  }
  if (walk.isBackfilling || isBackfilling) walk.totalCount = totalCount;
  walk.isBackfilling = isBackfilling;
  if (cursor !== undefined) walk.cursors.set(page, cursor);
  return walk;
}

/** Returns the latest response, with the pinned rows if new transactions have shifted them. */
export function choosePage(
  walk: Walk | undefined,
  { page, cursor }: Listing,
  read: TransactionPage,
): TransactionPage {
  if (walk === undefined || page === 0 || cursor !== undefined) return read;
  const { pinned, isBackfilling } = walk;
  const isShifted =
    pinned?.page === page && pinned.value.pagination.totalCount !== read.pagination.totalCount;
  if (isShifted && !isBackfilling) return { ...pinned.value, sync: read.sync };
  // Old transactions are added after the last page, and to an empty one.
  const isFixed = !isBackfilling && read.nextCursor !== null;
  walk.pinned = isFixed ? { page, value: read } : undefined;
  return read;
}
