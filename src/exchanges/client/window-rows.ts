/** Reading the rows of one window from a list that tells a limited number of them at once. */
import { appendTo } from './long-lists.ts';
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';

/** Pages of a window that cannot be divided. */
const PAGES_MAX = 100;

/** Lengths at which exchanges cut their lists, beside multiples of 10 and 25. */
const USUAL_LENGTHS: ReadonlySet<number> = new Set([15, 16, 32, 64, 128, 256, 512, 1024]);

/** True for a length at which exchanges cut lists, also below the limit that was requested. */
export function isUsualLength(rowCount: number): boolean {
  const isRound = rowCount > 0 && (rowCount % 10 === 0 || rowCount % 25 === 0);
  return isRound || USUAL_LENGTHS.has(rowCount);
}

/** Shorter responses are not taken for cut ones here: the limits are documented, and requests dear. */
const CUT_LENGTH_MIN = 50;

/** A window of a source, and how many rows one response has at most. */
export interface BoundedWindow {
  readonly source: HistorySource;
  readonly fromMs: number;
  readonly toMs: number;
  readonly rowsMax: number;
}

/**
 * The rows of a window. One response is one moment of the exchange, pages are not: a full response
 * divides the window, and only one that cannot be divided is read in pages.
 *
 * @param ask for a page, counted from 0, behind the rows of the page before.
 * @throws {WindowOverflowError} and {ExchangeError}
 */
export async function readPagedWindow(
  window: BoundedWindow,
  ask: (page: number, before: readonly unknown[]) => Promise<readonly unknown[]>,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let found: readonly unknown[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    found = await ask(page, found);
    appendTo(rows, found);
    if (found.length < window.rowsMax) {
      // An exchange that lowered its limit says so nowhere.
      if (page === 0 && mayBeCut(found.length)) divideWhereDivisible(window);
      return rows;
    }
    divideWhereDivisible(window);
    refuseLongerPage(window, found.length);
  }
  throw tooManyPages(window.source.name, PAGES_MAX);
}

/**
 * The rows of a window in one response, from a list that nothing asks for the rest of a single
 * moment: a full response for one is refused rather than taken in part.
 *
 * @throws {WindowOverflowError} and {ExchangeError}
 */
export async function readWindowAtOnce(
  window: BoundedWindow,
  ask: () => Promise<readonly unknown[]>,
): Promise<readonly unknown[]> {
  const rows = await ask();
  if (rows.length < window.rowsMax) {
    if (mayBeCut(rows.length)) divideWhereDivisible(window);
    return rows;
  }
  divideWhereDivisible(window);
  const { source, fromMs, rowsMax } = window;
  throw new ExchangeError(
    'exchange_unavailable',
    `${source.name}: ${rowsMax} rows or more in the millisecond ${fromMs}, which are not told in parts`,
  );
}

/** An exchange that ignores the limit of a page is not believed that there are pages. */
function refuseLongerPage({ source, rowsMax }: BoundedWindow, rowCount: number): void {
  if (rowCount <= rowsMax) return;
  throw new ExchangeError(
    'exchange_unavailable',
    `${source.name}: a page of ${rowCount} rows, where ${rowsMax} are the most`,
  );
}

/** A list that goes on behind the last page that is asked for. */
export function tooManyPages(list: string, pagesMax: number): ExchangeError {
  return new ExchangeError('exchange_unavailable', `${list}: more than ${pagesMax} pages`);
}

function mayBeCut(rowCount: number): boolean {
  return rowCount >= CUT_LENGTH_MIN && isUsualLength(rowCount);
}

function divideWhereDivisible({ source, fromMs, toMs }: BoundedWindow): void {
  if (toMs - fromMs > source.windowMsMin) throw new WindowOverflowError(source.name);
}
