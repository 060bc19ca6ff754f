/**
 * A walk through a listing, page after page. Its pages follow each other by the place of the last
 * row, not by a number of rows, so that rows which arrive meanwhile move nothing.
 */
export interface WalkPlace {
  /** The place of the last row that was returned: its time when the walk began, and its id. */
  readonly timestampMs: number;
  readonly id: string;
  /**
   * The number of the wallet's last change of a transaction's time when the walk began. A row whose
   * time changed since then keeps the place that it had.
   */
  readonly changeNo: number;
}

/** Characters of a token that stands for a place: ids have up to 131. */
export const CURSOR_LENGTH_MAX = 512;
