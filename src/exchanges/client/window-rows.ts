/** Reading the rows of one window from a list that returns a limited number of rows per response. */
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';
import { appendTo } from './long-lists.ts';

/** Pages of a window that cannot be divided. */
const PAGES_MAX = 100;

/** Lengths at which exchanges cut their lists, in addition to multiples of 10 and 25. */
const USUAL_LENGTHS: ReadonlySet<number> = new Set([15, 16, 32, 64, 128, 256, 512, 1024]);

/** True for a length at which exchanges cut lists, also below the limit that was requested. */
export function isUsualLength(rowCount: number): boolean {
  const isRound = rowCount > 0 && (rowCount % 10 === 0 || rowCount % 25 === 0);
  return isRound || USUAL_LENGTHS.has(rowCount);
}

/** A shorter response counts as complete: the limits are documented, and requests cost much. */
const CUT_LENGTH_MIN = 50;

/** A window of a source, and the maximum number of rows of one response. */
export interface BoundedWindow {
  readonly source: HistorySource;
  readonly fromMs: number;
  readonly toMs: number;
  readonly rowsMax: number;
}

/**
 * Returns the rows of a window. One response shows the exchange at one moment, several pages do not: a
 * full response divides the window, and only one that cannot be divided is read in pages.
 *
 * @param readPage returns a page, counted from 0, after the rows of the page before.
 * @throws {WindowOverflowError} and {ExchangeError}
 */
export async function readPagedWindow(
  window: BoundedWindow,
  readPage: (page: number, before: readonly unknown[]) => Promise<readonly unknown[]>,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let found: readonly unknown[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    found = await readPage(page, found);
    appendTo(rows, found);
    if (found.length < window.rowsMax) {
      // An exchange that lowered its limit does not report that.
      if (page === 0 && mayBeCut(found.length)) divideIfDivisible(window);
      return rows;
    }
    divideIfDivisible(window);
    refuseLongerPage(window, found.length);
  }
  throw tooManyPages(window.source.name, PAGES_MAX);
}

/**
 * Returns the rows of a window from a list without pages. A full response for a window that cannot be
 * divided is refused, because the rest of its rows cannot be requested.
 *
 * @throws {WindowOverflowError} and {ExchangeError}
 */
export async function readUnpagedWindow(
  window: BoundedWindow,
  read: () => Promise<readonly unknown[]>,
): Promise<readonly unknown[]> {
  const rows = await read();
  if (rows.length < window.rowsMax) {
    if (mayBeCut(rows.length)) divideIfDivisible(window);
    return rows;
  }
  divideIfDivisible(window);
  const { source, fromMs, rowsMax } = window;
  throw new ExchangeError(
    'exchange_unavailable',
    `${source.name}: ${rowsMax} rows or more in the millisecond ${fromMs}, and the list has no pages`,
  );
}

/** A page that ignores its limit is not one of several pages. @throws {ExchangeError} */
function refuseLongerPage({ source, rowsMax }: BoundedWindow, rowCount: number): void {
  if (rowCount <= rowsMax) return;
  throw new ExchangeError(
    'exchange_unavailable',
    `${source.name}: a page has ${rowCount} rows, more than the requested ${rowsMax}`,
  );
}

/** Returns the error for a list that continues after the last page that is read. */
export function tooManyPages(list: string, pagesMax: number): ExchangeError {
  return new ExchangeError('exchange_unavailable', `${list}: more than ${pagesMax} pages`);
}

function mayBeCut(rowCount: number): boolean {
  return rowCount >= CUT_LENGTH_MIN && isUsualLength(rowCount);
}

function divideIfDivisible({ source, fromMs, toMs }: BoundedWindow): void {
  if (toMs - fromMs > source.windowMsMin) throw new WindowOverflowError(source.name);
}
