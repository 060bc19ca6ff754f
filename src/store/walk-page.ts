/**
 * Pages of a walk through a listing while times of its rows change (see `WalkPlace`): a transaction
 * keeps the place that it had when the walk began, whatever its time is now. Places only descend, so
 * no row is returned twice and none is left out.
 *
 * The alternative, a snapshot for each walk, would hold back the cleaning of the whole database.
 */
import type { Transaction } from '../domain/transaction.ts';
import { compareKeys, type CountKey, LOWEST_KEY, placeOf } from './counted/count-key.ts';
import { WalkExpiredError } from './errors.ts';

/** Changes of times that are kept for each wallet; a walk from before them cannot be continued. */
export const TIME_CHANGES_MAX = 100_000;
/** Reads for one page, while rows that are listed after the place were returned before. */
const READS_MAX = 8;

/** A row whose time changes, or that replaces one with another id, and the place that it had. */
export interface DisplacedRow {
  readonly id: string;
  readonly place: CountKey;
}

/** A row, and its place in the walk. */
export interface WalkedRow {
  readonly place: CountKey;
  readonly transaction: Transaction;
}

/** What the engine reads for {@link walkPage}; all of it from one state of the database. */
export interface WalkReading {
  readonly totalCount: number;
  /** The next rows in the order of the listing, `limit` at most. */
  readonly listed: readonly Transaction[];
  /** Whether the listing has more rows. */
  readonly hasMore: boolean;
}

/** What the engine reads about changed times. */
export interface ChangedReading {
  /** Which of the listed rows have changed their time since the walk began. */
  readonly changedIds: ReadonlySet<string>;
  /** Rows with a changed time whose place is in the range, newest first, `limit + 1` at most. */
  readonly displaced: readonly WalkedRow[];
}

/** What {@link walkPage} asks of the engine. */
export type WalkRequest =
  | { readonly read: 'listed'; readonly after: CountKey }
  | {
      readonly read: 'changed';
      readonly ids: readonly string[];
      /** Inclusive. */
      readonly low: CountKey;
      /** Exclusive. */
      readonly high: CountKey;
    };

/** A page of a walk, newest first by the times of now. */
export interface WalkPage {
  readonly totalCount: number;
  readonly transactions: readonly Transaction[];
  /** The place after which the next page begins; `undefined` for the last page. */
  readonly next: CountKey | undefined;
}

/**
 * Checks that a walk can be continued, and returns whether times have changed since it began.
 *
 * @param latestChangeNo of the wallet now; 0 before the first change.
 * @throws {WalkExpiredError}
 */
export function hasChangedTimes(changeNo: number, latestChangeNo: number): boolean {
  if (changeNo > latestChangeNo || changeNo < latestChangeNo - TIME_CHANGES_MAX) {
    throw new WalkExpiredError();
  }
  return changeNo < latestChangeNo;
}

/** Reads a page of a walk during which times have changed. */
export function* walkPage(
  place: CountKey,
  limit: number,
): Generator<WalkRequest, WalkPage, WalkReading | ChangedReading> {
  const page: WalkedRow[] = [];
  let after = place;
  for (let reads = 1; ; reads += 1) {
    const reading = (yield { read: 'listed', after }) as WalkReading;
    const { listed, hasMore, totalCount } = reading;
    const last = listed.at(-1);
    const low = hasMore && last !== undefined ? last : LOWEST_KEY;
    const ids = listed.map(({ id }) => id);
    const changed = (yield { read: 'changed', ids, low, high: after }) as ChangedReading;
    page.push(...mergeByPlace(listed, changed));
    after = low;
    const isFull = page.length >= limit;
    if (!isFull && hasMore && reads < READS_MAX) continue;
    const shown = page.slice(0, limit);
    const end = page.length > limit ? shown.at(-1)?.place : hasMore ? after : undefined;
    const next = end && placeOf(end);
    return { totalCount, transactions: sortByTime(shown), next };
  }
}

function mergeByPlace(
  listed: readonly Transaction[],
  { changedIds, displaced }: ChangedReading,
): readonly WalkedRow[] {
  const unchanged = listed
    .filter(({ id }) => !changedIds.has(id))
    .map((transaction) => ({ place: transaction, transaction }));
  return [...unchanged, ...displaced].sort((left, right) => compareKeys(right.place, left.place));
}

function sortByTime(rows: readonly WalkedRow[]): readonly Transaction[] {
  return rows.map(({ transaction }) => transaction).sort((left, right) => compareKeys(right, left));
}
