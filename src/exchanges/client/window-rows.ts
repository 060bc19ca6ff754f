/** Reads the rows of one window from a list with a limited number of rows per response. */
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';
import { appendTo } from './long-lists.ts';

/** Maximum pages of a window that cannot be divided. */
const PAGES_MAX = 100;

/** Numbers of rows to which exchanges limit responses, in addition to multiples of 10 and 25. */
const USUAL_LENGTHS: ReadonlySet<number> = new Set([15, 16, 32, 64, 128, 256, 512, 1024]);

/** Returns true if exchanges commonly limit responses to this number of rows, even if more were requested. */
export function isUsualLength(rowCount: number): boolean {
  const isRound = rowCount > 0 && (rowCount % 10 === 0 || rowCount % 25 === 0);
  return isRound || USUAL_LENGTHS.has(rowCount);
}

/**
 * Minimum rows of a response that may be incomplete. Fewer rows count as complete, because exchanges document
 * their limits and further requests would be expensive.
 */
const CUT_LENGTH_MIN = 50;

/** A window of a source, and the maximum number of rows of one response. */
export interface BoundedWindow {
  readonly source: HistorySource;
  readonly fromMs: number;
  readonly toMs: number;
  readonly rowsMax: number;
}

/**
 * Returns the rows of a window. One response is a consistent state of the list, several pages are not. So a
 * full response divides the window, and only a window that cannot be divided is read in pages.
 *
 * @param readPage returns the page with this number, counted from 0, given the rows of the previous page.
 * @throws {WindowOverflowError} if the window has to be divided.
 * @throws {ExchangeError} if it cannot be divided and has too many pages or too long ones.
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
      // The exchange may have lowered its limit without reporting it.
      if (mayBeCut(found.length)) divideIfDivisible(window);
      return rows;
    }
    divideIfDivisible(window);
    refuseLongerPage(window, found.length);
  }
  throw tooManyPages(window.source.name, PAGES_MAX);
}

/**
 * Returns the rows of a window from a list without pages. A full response for a window that cannot be divided
 * is refused, because its other rows cannot be requested.
 *
 * @throws {WindowOverflowError} if the window has to be divided.
 * @throws {ExchangeError} if it cannot be divided.
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

/**
 * Refuses a page that is longer than requested, because the exchange ignored the parameters of the page.
 *
 * @throws {ExchangeError} if the page is longer.
 */
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
