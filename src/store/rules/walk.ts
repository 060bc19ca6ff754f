/**
 * Reads pages of a walk through a listing while times of its rows change (see `WalkPlace`). A transaction
 * keeps the place that it had when the walk began, even if its time changes. A walk only continues to older
 * places, so no row is returned twice and none is omitted.
 *
 * The alternative, a snapshot for each walk, would delay the vacuum of the whole database.
 */
import { WalkExpiredError } from '../errors.ts';

/** Maximum recorded changes of times per wallet; a walk that began before them cannot be continued. */
export const TIME_CHANGES_MAX = 100_000;
/** Maximum reads for one page; further reads are needed if rows after the place were already returned. */
const READS_MAX = 8;

/** A place in a wallet's listing, which is sorted by time and then by the bytes of the id. */
export interface Place {
  readonly timestampMs: number;
  readonly id: string;
}

/** The place before every row. */
export const LOWEST_PLACE: Place = { timestampMs: 0, id: '' };

/** Returns the place of a row. */
export function placeOf({ timestampMs, id }: Place): Place {
  return { timestampMs, id };
}

/** Returns a negative number if `left` comes first. Ids are ASCII, so texts compare like bytes. */
export function comparePlaces(left: Place, right: Place): number {
  if (left.timestampMs !== right.timestampMs) return left.timestampMs - right.timestampMs;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

/** A row whose time changes, or that replaces a row with another id, and its former place. */
export interface DisplacedRow {
  readonly id: string;
  readonly place: Place;
}

/** A row of a page, and its JSON in the response. */
export interface PageRow extends Place {
  readonly json: string;
}

/** A row, and its place in the walk. */
export interface WalkedRow {
  readonly place: Place;
  readonly row: PageRow;
}

/** The data that the engine reads for {@link walkPage}, all from one snapshot. */
export interface WalkReading {
  readonly totalCount: number;
  /** The next rows in the order of the listing, at most `limit`. */
  readonly listed: readonly PageRow[];
  /** Whether the listing has more rows. */
  readonly hasMore: boolean;
}

/** The data that the engine reads about changed times. */
export interface ChangedReading {
  /** The listed rows whose time has changed since the walk began. */
  readonly changedIds: ReadonlySet<string>;
  /** Rows with a changed time whose place is in the range, newest first, at most `limit + 1`. */
  readonly displaced: readonly WalkedRow[];
}

/** A request of {@link walkPage} to the engine. */
export type WalkRequest =
  | { readonly read: 'listed'; readonly after: Place }
  | {
      readonly read: 'changed';
      readonly ids: readonly string[];
      /** Inclusive. */
      readonly low: Place;
      /** Exclusive. */
      readonly high: Place;
    };

/** A page of a walk, newest first by the current times. */
export interface WalkPage {
  readonly totalCount: number;
  readonly rows: readonly PageRow[];
  /** The place after which the next page begins; `undefined` for the last page. */
  readonly next: Place | undefined;
}

/**
 * Checks that a walk can be continued, and returns whether times have changed since it began.
 *
 * @param latestChangeNo the wallet's latest change; 0 before the first.
 * @throws {WalkExpiredError} if the walk cannot be continued.
 */
export function hasChangedTimes(changeNo: number, latestChangeNo: number): boolean {
  if (changeNo > latestChangeNo || changeNo < latestChangeNo - TIME_CHANGES_MAX) {
    throw new WalkExpiredError();
  }
  return changeNo < latestChangeNo;
}

/** Reads a page of a walk during which times have changed. */
export function* walkPage(
  place: Place,
  limit: number,
): Generator<WalkRequest, WalkPage, WalkReading | ChangedReading> {
  const page: WalkedRow[] = [];
  let after = place;
  for (let reads = 1; ; reads += 1) {
    const reading = (yield { read: 'listed', after }) as WalkReading;
    const { listed, hasMore, totalCount } = reading;
    const last = listed.at(-1);
    const low = hasMore && last !== undefined ? last : LOWEST_PLACE;
    const ids = listed.map(({ id }) => id);
    const changed = (yield { read: 'changed', ids, low, high: after }) as ChangedReading;
    page.push(...mergeByPlace(listed, changed));
    after = low;
    const isFull = page.length >= limit;
    if (!isFull && hasMore && reads < READS_MAX) continue;
    const shown = page.slice(0, limit);
    const end = page.length > limit ? shown.at(-1)?.place : hasMore ? after : undefined;
    const next = end && placeOf(end);
    return { totalCount, rows: sortByTime(shown), next };
  }
}

function mergeByPlace(
  listed: readonly PageRow[],
  { changedIds, displaced }: ChangedReading,
): readonly WalkedRow[] {
  const unchanged = listed
    .filter(({ id }) => !changedIds.has(id))
    .map((row) => ({ place: row, row }));
  return [...unchanged, ...displaced].sort((left, right) => comparePlaces(right.place, left.place));
}

function sortByTime(rows: readonly WalkedRow[]): readonly PageRow[] {
  return rows.map(({ row }) => row).sort((left, right) => comparePlaces(right, left));
}
