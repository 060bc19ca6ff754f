/** Reads one list of a venue, window by window, and returns the time from which nothing is missing. */
import { largest } from '../client/long-lists.ts';
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';
import { BoundsCheck } from './bounds-check.ts';
import { CutSide } from './cut-side.ts';
import type { Response, ListPages } from './list-pages.ts';
import type { Window } from './list-request.ts';
import type { VenueList } from './venue-lists.ts';
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

/** What was read of a window. */
export interface ListReading {
  readonly rows: readonly UnifiedRow[];
  /** Rows before this time may be missing, and the venue does not return them. Default: none are missing. */
  readonly completeFromMs?: number;
}

/** A response, and the window that it was requested for. */
interface LastResponse extends Window {
  readonly fingerprint: string;
}

/** A list of a venue, for one asset if the venue lists assets apart. */
export class HistoryReader {
  readonly #pages: ListPages;
  readonly #list: VenueList;
  readonly #bounds: BoundsCheck;
  readonly #side: CutSide;
  #last: LastResponse | undefined;
  /** All that the venue returns at any time, if that is known. */
  #all: ListReading | undefined;
  /** The newest rows of a list that takes no times, from some time on. */
  #newest: { readonly rows: readonly UnifiedRow[]; readonly fromMs: number } | undefined;

  constructor(pages: ListPages) {
    this.#pages = pages;
    this.#list = pages.selection.list;
    this.#bounds = new BoundsCheck(pages);
    this.#side = new CutSide(pages);
  }

  /**
   * Reads a window; rows of other times may be among the result.
   *
   * @throws {WindowOverflowError} if the list may have been cut and a shorter window shows more.
   * @throws {ExchangeError} also if rows of the shortest window may be missing.
   */
  async read(source: HistorySource, window: Window): Promise<ListReading> {
    const known = this.#recall(window);
    if (known !== undefined) return known;
    const windowPages = new WindowPages(this.#pages, window);
    const response = await windowPages.readFirst();
    await this.#bounds.note(response, window);
    await this.#side.note(response, source, window.toMs);
    const ignoresTime = this.#ignoresTime(response, window);
    // A cursor stays at its row when others arrive; counted pages shift, so shorter windows are better.
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

  /** Returns a reading without a request, if the venue would return the same rows again, or none. */
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
   * True if two separate windows returned the same rows, and these rows show that the venue ignores
   * the start: it returns no other rows for any older window. Equal rows are not enough: a
   * venue that accepts only a start also returns them again if the older window is empty.
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

  /** True if shorter windows can show what is missing of a list that was cut. */
  #isDivisible(response: Response, window: Window): boolean {
    const { takesEnd, unitMs } = this.#list;
    const startWorks = this.#startWorks(response, window);
    const endWorks = takesEnd && !reachesAfter(this.#timesOf(response), window, unitMs);
    if (startWorks && endWorks) return true;
    const pages = this.#cutPagesOf(response);
    // Windows without rows of their own would be divided down to the shortest ones.
    if (!pages.every((page) => isInOrder(page))) return false;
    const selected = pages.map((page) => this.#selectedSideOf(page, startWorks));
    if (startWorks) return selected.every((side) => side === 'oldest-first');
    return endWorks && selected.every((side) => side === 'newest-first');
  }

  /** True if nothing shows that the venue ignores the start of a window. */
  #startWorks(response: Response, window: Window): boolean {
    const { takesStart, unitMs } = this.#list;
    return takesStart && !reachesBefore(this.#timesOf(response), window, unitMs);
  }

  #selectedSideOf(page: Page, startWorks: boolean): ReturnType<typeof selectedSideOf> {
    return selectedSideOf(page, this.#side.order, startWorks);
  }

  /** Records what is returned for every window. A list that was cut may have more pages. */
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

  /** Records the pages that the venue returns of a list that has more. */
  #recordNewest({ rows }: PagesOfWindow, window: Window): ListReading {
    const times = rows.map((row) => this.#pages.selection.timeOf(row));
    const page = { isCut: true, times: times.every((time) => time !== null) ? times : null };
    const fromMs = completeFrom(page, this.#selectedSideOf(page, this.#list.takesStart));
    const reading = { rows, completeFromMs: fromMs ?? window.toMs };
    // Without times, older windows would get responses with the same pages.
    const takesTimes = this.#list.takesStart || this.#list.takesEnd;
    if (fromMs !== null && !takesTimes) this.#all = reading;
    return reading;
  }

  /** Requests longer windows: a longer response shows that the venue does not cut at so few rows. */
  async #requestLonger(source: HistorySource, { lists }: Response, toMs: number): Promise<void> {
    const { takesStart, takesEnd, traits } = this.#list;
    const isAtLimit = lists.some(({ length }) => length >= (traits.limit ?? Infinity));
    if (isAtLimit || !(takesStart || takesEnd)) return;
    const starts = [Math.max(0, toMs - source.windowMsMax), source.startMs];
    for (const fromMs of starts.filter((each) => each < toMs)) {
      try {
        await this.#pages.request({ fromMs, toMs });
      } catch (error) {
        // A venue may refuse a window that is longer than it accepts.
        const isExpected =
          error instanceof ExchangeError && error.code === 'exchange_request_refused';
        if (!isExpected) throw error;
      }
    }
  }

  #refuse(source: HistorySource, window: Window, { rows }: Response): ExchangeError {
    return new ExchangeError(
      'exchange_unavailable',
      `${source.name}: the exchange returns ${rows.length} rows from ${window.fromMs} on, ` +
        'and no way to request the others',
    );
  }

  /** Returns the newest rows, which are all that the venue returns; without order nothing is certain. */
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
