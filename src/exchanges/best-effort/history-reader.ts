/** Reads one list of an exchange, window by window, and returns the time from which no rows are missing. */
import { largest } from '../client/long-lists.ts';
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';
import { BoundsCheck } from './bounds-check.ts';
import { CutSide } from './cut-side.ts';
import type { Response, ListPages } from './list-pages.ts';
import type { Window } from './list-request.ts';
import type { HistoryList } from './history-lists.ts';
import {
  completeFrom,
  fingerprintOf,
  hasWindow,
  isInOrder,
  selectedSideOf,
  type Page,
  reachesAfter,
  reachesBefore,
} from './page-limits.ts';
import { WindowPages, type PagesOfWindow } from './window-pages.ts';
import type { UnifiedRow } from './rows.ts';

/** The rows that were read for a window. */
export interface ListReading {
  readonly rows: readonly UnifiedRow[];
  /**
   * Rows before this time may be missing, because the exchange does not return them. Default: no rows are
   * missing.
   */
  readonly completeFromMs?: number;
}

/** A response, and the requested window. */
interface LastResponse extends Window {
  readonly fingerprint: string;
}

/** Reads a list of an exchange, for one asset if the exchange lists assets separately. */
export class HistoryReader {
  readonly #pages: ListPages;
  readonly #list: HistoryList;
  readonly #bounds: BoundsCheck;
  readonly #side: CutSide;
  #last: LastResponse | undefined;
  /** All rows that the exchange returns for any window, if known. */
  #all: ListReading | undefined;
  /** The newest rows of a list without parameters for times, and the time from which they are complete. */
  #newest: { readonly rows: readonly UnifiedRow[]; readonly fromMs: number } | undefined;

  constructor(pages: ListPages) {
    this.#pages = pages;
    this.#list = pages.selection.list;
    this.#bounds = new BoundsCheck(pages);
    this.#side = new CutSide(pages);
  }

  /**
   * Reads a window. The result may contain rows outside of the window.
   *
   * @throws {WindowOverflowError} if the list may be incomplete and a shorter window may return more rows.
   * @throws {ExchangeError} if a request fails, or if rows of the shortest window may be missing.
   */
  async read(source: HistorySource, window: Window): Promise<ListReading> {
    const known = this.#recall(window);
    if (known !== undefined) return known;
    const windowPages = new WindowPages(this.#pages, window);
    const response = await windowPages.readFirst();
    await this.#bounds.note(response, window);
    await this.#side.note(response, source, window.toMs);
    const ignoresTime = this.#ignoresTime(response, window);
    // A cursor remains valid when new rows arrive. Numbered pages shift, so shorter windows are better.
    const byCursor = windowPages.hasCursor ? await windowPages.readRest(response) : undefined;
    if (byCursor !== undefined) return this.#recordPages(byCursor, window, ignoresTime);
    if (this.#hasWindow(response, window)) {
      if (ignoresTime) this.#recordAll(response);
      return { rows: response.rows };
    }
    const divisible = this.#isDivisible(response, window);
    if (divisible && window.toMs - window.fromMs > source.windowMsMin) {
      throw new WindowOverflowError(source.name);
    }
    const counted = windowPages.hasCursor ? undefined : await windowPages.readRest(response);
    if (counted !== undefined) return this.#recordPages(counted, window, ignoresTime);
    await this.#requestLonger(source, response, window.toMs);
    if (this.#hasWindow(response, window)) return { rows: response.rows };
    if (divisible) throw this.#refuse(source, window, response);
    return this.#readNewest(window, response);
  }

  /** Returns a reading without a request, if the exchange would return the same rows again or no rows. */
  #recall({ fromMs, toMs }: Window): ListReading | undefined {
    if (this.#newest !== undefined && fromMs >= this.#newest.fromMs) {
      return { rows: this.#newest.rows };
    }
    if (this.#all === undefined) return undefined;
    const { rows, completeFromMs } = this.#all;
    if (completeFromMs === undefined || fromMs >= completeFromMs) return { rows };
    return toMs <= completeFromMs ? { rows: [], completeFromMs: toMs } : this.#all;
  }

  /**
   * Returns true if two separate windows returned the same rows, and their times show that the exchange ignores
   * the start, so that it returns the same rows for any older window. Equal rows are not enough: an exchange that
   * only accepts a start also returns them again if the older window is empty.
   */
  #ignoresTime(response: Response, window: Window): boolean {
    if (response.rows.length === 0) return false;
    const fingerprint = fingerprintOf(response.rows);
    const last = this.#last;
    this.#last = { ...window, fingerprint };
    if (last === undefined || last.fingerprint !== fingerprint) return false;
    const [older, newer] = last.fromMs < window.fromMs ? [last, window] : [window, last];
    const times = this.#timesOf(response);
    if (older.toMs > newer.fromMs || !reachesBefore(times, newer, this.#list.unitMs)) return false;
    const isCut = this.#pages.judge(response).some((page) => page.isCut);
    return reachesAfter(times, older, this.#list.unitMs) || !isCut;
  }

  /** Returns true if shorter windows can return the missing rows of an incomplete list. */
  #isDivisible(response: Response, window: Window): boolean {
    const { takesEnd, unitMs } = this.#list;
    const startWorks = this.#startWorks(response, window);
    const endWorks = takesEnd && !reachesAfter(this.#timesOf(response), window, unitMs);
    if (startWorks && endWorks) return true;
    const pages = this.#cutPagesOf(response);
    // Otherwise windows without rows of their own would be divided down to the shortest windows.
    if (!pages.every((page) => isInOrder(page))) return false;
    const selected = pages.map((page) => this.#selectedSideOf(page, startWorks));
    if (startWorks) return selected.every((side) => side === 'oldest-first');
    return endWorks && selected.every((side) => side === 'newest-first');
  }

  /** Returns true unless a response shows that the exchange ignores the start of a window. */
  #startWorks(response: Response, window: Window): boolean {
    const { takesStart, unitMs } = this.#list;
    return takesStart && !reachesBefore(this.#timesOf(response), window, unitMs);
  }

  #selectedSideOf(page: Page, startWorks: boolean): ReturnType<typeof selectedSideOf> {
    return selectedSideOf(page, this.#side.order, startWorks);
  }

  /** Records the rows that the exchange returns for every window. An incomplete list may have more pages. */
  #recordAll(response: Response): void {
    if (this.#cutPagesOf(response).length === 0) this.#all = { rows: response.rows };
  }

  #recordPages(pages: PagesOfWindow, window: Window, ignoresTime: boolean): ListReading {
    const { rows, isWhole, isCut } = pages;
    const { takesStart, takesEnd } = this.#list;
    if (isCut) return this.#recordNewest(pages, window);
    if (isWhole && (ignoresTime || !(takesStart || takesEnd))) this.#all = { rows };
    else if (!takesStart && !takesEnd) this.#newest = { rows, fromMs: window.fromMs };
    return { rows };
  }

  /** Records the returned pages of a list that has further pages, which the exchange does not return. */
  #recordNewest({ rows }: PagesOfWindow, window: Window): ListReading {
    const times = rows.map((row) => this.#pages.selection.timeOf(row));
    const page = { isCut: true, times: times.every((time) => time !== null) ? times : null };
    const fromMs = completeFrom(page, this.#selectedSideOf(page, this.#list.takesStart));
    const reading = { rows, completeFromMs: fromMs ?? window.toMs };
    // Without times, requests for older windows would return the same pages.
    const takesTimes = this.#list.takesStart || this.#list.takesEnd;
    if (fromMs !== null && !takesTimes) this.#all = reading;
    return reading;
  }

  /** Requests longer windows: a longer response shows that the exchange's limit is higher. */
  async #requestLonger(source: HistorySource, { lists }: Response, toMs: number): Promise<void> {
    const { takesStart, takesEnd, traits } = this.#list;
    const isAtLimit = lists.some(({ length }) => length >= (traits.limit ?? Infinity));
    if (isAtLimit || !(takesStart || takesEnd)) return;
    const starts = [Math.max(0, toMs - source.windowMsMax), source.startMs];
    for (const fromMs of starts.filter((each) => each < toMs)) {
      try {
        await this.#pages.request({ fromMs, toMs });
      } catch (error) {
        // The exchange may refuse the longer window.
        const isExpected =
          error instanceof ExchangeError && error.code === 'exchange_request_refused';
        if (!isExpected) throw error;
      }
    }
  }

  #refuse(source: HistorySource, window: Window, { rows }: Response): ExchangeError {
    return new ExchangeError(
      'exchange_unavailable',
      `${source.name}: the exchange returns only ${rows.length} rows from ${window.fromMs} on, ` +
        'and the others cannot be requested',
    );
  }

  /**
   * Returns the newest rows, if the exchange returns no others. If they are not in order, their completeness is
   * unknown.
   */
  #readNewest(window: Window, response: Response): ListReading {
    const { rows } = response;
    const startWorks = this.#startWorks(response, window);
    const starts = this.#cutPagesOf(response).map((page) =>
      completeFrom(page, this.#selectedSideOf(page, startWorks)),
    );
    if (starts.includes(null)) return { rows, completeFromMs: window.toMs };
    this.#all = { rows, completeFromMs: largest(starts.map(Number)) };
    return this.#all;
  }

  #hasWindow(response: Response, window: Window): boolean {
    const startWorks = this.#startWorks(response, window);
    const pages = this.#pages.judge(response);
    return pages.every((page) => hasWindow(page, window, this.#selectedSideOf(page, startWorks)));
  }

  #cutPagesOf(response: Response): readonly Page[] {
    return this.#pages.judge(response).filter((page) => page.isCut);
  }

  #timesOf(response: Response): readonly number[] {
    return this.#pages.judge(response).flatMap(({ times }) => times ?? []);
  }
}
