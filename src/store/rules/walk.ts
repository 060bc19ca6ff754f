/**
 * Reads pages of a walk through a listing while times of its rows change (see `WalkPlace`). A transaction
 * keeps the place that it had when the walk began, even if its time changes. A walk only continues to older
 * places, so no row is returned twice and none is omitted.
 *
 * The alternative, a snapshot for each walk, would delay the vacuum of the whole database.
 */
import type { WalkPlace } from '../../domain/walk.ts';
import { WalkExpiredError } from '../errors.ts';

/** Maximum recorded moves of a wallet; a walk that began before them cannot be continued. */
export const MOVES_MAX = 100_000;

/** A place in a wallet's listing, which is sorted by time and then by the bytes of the id. */
export type Place = Pick<WalkPlace, 'timestampMs' | 'id'>;

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

/**
 * Checks that a walk can be continued, and returns whether rows have moved since it began.
 *
 * @param newestNo the wallet's newest move; 0 before the first.
 * @throws {WalkExpiredError} if the walk cannot be continued.
 */
export function hasMoves(moveNo: number, newestNo: number): boolean {
  if (moveNo > newestNo || moveNo < newestNo - MOVES_MAX) {
    throw new WalkExpiredError();
  }
  return moveNo < newestNo;
}

/** Returns the listed rows that have not moved, and rows that have moved at their former places, newest first. */
export function mergeByPlace(
  listed: readonly PageRow[],
  movedIds: ReadonlySet<string>,
  displaced: readonly WalkedRow[],
): readonly WalkedRow[] {
  const unmoved = listed.filter(({ id }) => !movedIds.has(id)).map((row) => ({ place: row, row }));
  return [...unmoved, ...displaced].sort((left, right) => comparePlaces(right.place, left.place));
}

/** Returns the rows of a page, newest first by their current times. */
export function sortByTime(rows: readonly WalkedRow[]): readonly PageRow[] {
  return rows.map(({ row }) => row).sort((left, right) => comparePlaces(right, left));
}
