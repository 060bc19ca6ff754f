/**
 * A place in a walk through a listing, page after page. The next page starts after this place, not after a
 * number of rows, so rows that arrive meanwhile do not shift the pages.
 */
export interface WalkPlace {
  /** The place of the last row that was returned: its time when the walk began, and its id. */
  readonly timestampMs: number;
  readonly id: string;
  /**
   * The number of the wallet's newest move when the walk began: a transaction moves when its time changes. A row that has
   * moved since then remains at its previous place.
   */
  readonly moveNo: number;
}

/** Maximum characters of a cursor; the id in it has up to 131. */
export const CURSOR_LENGTH_MAX = 512;
