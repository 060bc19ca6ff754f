/** Reads one list of a venue, window by window, and says from which time on nothing is missing. */
import { largest } from '../client/long-lists.ts';
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';
import { BoundsCheck } from './bounds-check.ts';
import { CutSide } from './cut-side.ts';
import type { Answer, ListPages } from './list-pages.ts';
import type { Window } from './list-request.ts';
import type { VenueList } from './lists.ts';
import {
  completeFrom,
  fingerprintOf,
  hasWindow,
  isInOrder,
  keptSideOf,
  type Page,
  reachesAfter,
  reachesBefore,
} from './page-limits.ts';
import { PageWalk, type WalkedPages } from './page-walk.ts';
import type { UnifiedRow } from './rows.ts';

/** What was read of a window. */
export interface ListReading {
  readonly rows: readonly UnifiedRow[];
  /** Older rows may be missing, and the venue does not return them; absent if none are. */
  readonly completeFromMs?: number;
}

/** An answer, and the window that it was requested for. */
interface LastAnswer extends Window {
  readonly fingerprint: string;
}

/** A list of a venue, for one asset if the venue lists assets apart. */
export class HistoryReader {
  readonly #pages: ListPages;
  readonly #list: VenueList;
  readonly #bounds: BoundsCheck;
  readonly #side: CutSide;
  #last: LastAnswer | undefined;
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
    const walk = new PageWalk(this.#pages, window);
    const answer = await walk.askFirst();
    await this.#bounds.note(answer, window);
    await this.#side.note(answer, source, window.toMs);
    const ignoresTime = this.#ignoresTime(answer, window);
    // A cursor stays at its row when others arrive; counted pages shift, so shorter windows are better.
    const byCursor = walk.goesByCursor ? await walk.readOn(answer) : undefined;
    if (byCursor !== undefined) return this.#keepPages(byCursor, window, ignoresTime);
    if (this.#hasWindow(answer, window)) {
      if (ignoresTime) this.#keepAll(answer);
      return { rows: answer.rows };
    }
    const divisible = this.#isDivisible(answer, window);
    if (divisible && window.toMs - window.fromMs > source.windowMsMin) {
      throw new WindowOverflowError(source.name);
    }
    const counted = walk.goesByCursor ? undefined : await walk.readOn(answer);
    if (counted !== undefined) return this.#keepPages(counted, window, ignoresTime);
    await this.#askLonger(source, answer, window.toMs);
    if (this.#hasWindow(answer, window)) return { rows: answer.rows };
    if (divisible) throw this.#refuse(source, window, answer);
    return this.#readNewest(window, answer);
  }

  /** What needs no request: the venue returns the same rows again, or none. */
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
   * True if two windows apart from each other were answered with the same rows, and these show that
   * the venue ignores the start: what it returned is all that it returns for any older window. The
   * same rows alone show nothing: a venue that takes the start alone returns them again if the older
   * window has none of its own.
   */
  #ignoresTime(answer: Answer, window: Window): boolean {
    if (answer.rows.length === 0) return false;
    const fingerprint = fingerprintOf(answer.rows);
    const last = this.#last;
    this.#last = { ...window, fingerprint };
    if (last === undefined || last.fingerprint !== fingerprint) return false;
    const [older, newer] = last.fromMs < window.fromMs ? [last, window] : [window, last];
    const times = this.#timesOf(answer);
    if (older.toMs > newer.fromMs || !reachesBefore(times, newer, this.#list.unitMs)) return false;
    const isCut = this.#pages.judge(answer).some((page) => page.isCut);
    return reachesAfter(times, older, this.#list.unitMs) || !isCut;
  }

  /** True if shorter windows can show what is missing of a list that was cut. */
  #isDivisible(answer: Answer, window: Window): boolean {
    const { takesEnd, unitMs } = this.#list;
    const startWorks = this.#startWorks(answer, window);
    const endWorks = takesEnd && !reachesAfter(this.#timesOf(answer), window, unitMs);
    if (startWorks && endWorks) return true;
    const pages = this.#cutPagesOf(answer);
    // Windows without rows of their own would be divided down to the shortest ones.
    if (!pages.every((page) => isInOrder(page))) return false;
    const kept = pages.map((page) => this.#keptSideOf(page, startWorks));
    if (startWorks) return kept.every((side) => side === 'oldest-first');
    return endWorks && kept.every((side) => side === 'newest-first');
  }

  /** True if nothing shows that the venue ignores the start of a window. */
  #startWorks(answer: Answer, window: Window): boolean {
    const { takesStart, unitMs } = this.#list;
    return takesStart && !reachesBefore(this.#timesOf(answer), window, unitMs);
  }

  #keptSideOf(page: Page, startWorks: boolean): ReturnType<typeof keptSideOf> {
    return keptSideOf(page, this.#side.order, startWorks);
  }

  /** Keeps what is returned for every window; of a list that was cut, there may be more pages. */
  #keepAll(answer: Answer): void {
    if (this.#cutPagesOf(answer).length === 0) this.#all = { rows: answer.rows };
  }

  #keepPages(pages: WalkedPages, window: Window, ignoresTime: boolean): ListReading {
    const { rows, isWhole, isCut } = pages;
    const { takesStart, takesEnd } = this.#list;
    if (isCut) return this.#keepNewest(pages, window);
    if (isWhole && (ignoresTime || !(takesStart || takesEnd))) this.#all = { rows };
    else if (!takesStart && !takesEnd) this.#newest = { rows, fromMs: window.fromMs };
    return { rows };
  }

  /** The pages that the venue returns of a list that has more. */
  #keepNewest({ rows }: WalkedPages, window: Window): ListReading {
    const times = rows.map((row) => this.#pages.selection.timeOf(row));
    const page = { isCut: true, times: times.every((time) => time !== null) ? times : null };
    const fromMs = completeFrom(page, this.#keptSideOf(page, this.#list.takesStart));
    const reading = { rows, completeFromMs: fromMs ?? window.toMs };
    // Without times, older windows would be answered with the same pages.
    const takesTimes = this.#list.takesStart || this.#list.takesEnd;
    if (fromMs !== null && !takesTimes) this.#all = reading;
    return reading;
  }

  /** A longer answer to a longer window shows that the venue does not cut at so few rows. */
  async #askLonger(source: HistorySource, { lists }: Answer, toMs: number): Promise<void> {
    const { takesStart, takesEnd, traits } = this.#list;
    const isAtLimit = lists.some(({ length }) => length >= (traits.limit ?? Infinity));
    if (isAtLimit || !(takesStart || takesEnd)) return;
    const starts = [Math.max(0, toMs - source.windowMsMax), source.startMs];
    for (const fromMs of starts.filter((each) => each < toMs)) {
      try {
        await this.#pages.ask({ fromMs, toMs });
      } catch (error) {
        // A venue may refuse a window that is longer than it takes.
        const isExpected =
          error instanceof ExchangeError && error.code === 'exchange_request_refused';
        if (!isExpected) throw error;
      }
    }
  }

  #refuse(source: HistorySource, window: Window, { rows }: Answer): ExchangeError {
    return new ExchangeError(
      'exchange_unavailable',
      `${source.name}: the exchange returns ${rows.length} rows from ${window.fromMs} on, ` +
        'and no way to request the others',
    );
  }

  /** The newest rows are all that the venue returns; without order nothing is certain of them. */
  #readNewest(window: Window, answer: Answer): ListReading {
    const { rows } = answer;
    const startWorks = this.#startWorks(answer, window);
    const starts = this.#cutPagesOf(answer).map((page) =>
      completeFrom(page, this.#keptSideOf(page, startWorks)),
    );
    if (starts.includes(null)) return { rows, completeFromMs: window.toMs };
    this.#all = { rows, completeFromMs: largest(starts.map(Number)) };
    return this.#all;
  }

  #hasWindow(answer: Answer, window: Window): boolean {
    const startWorks = this.#startWorks(answer, window);
    const pages = this.#pages.judge(answer);
    return pages.every((page) => hasWindow(page, window, this.#keptSideOf(page, startWorks)));
  }

  #cutPagesOf(answer: Answer): readonly Page[] {
    return this.#pages.judge(answer).filter((page) => page.isCut);
  }

  #timesOf(answer: Answer): readonly number[] {
    return this.#pages.judge(answer).flatMap(({ times }) => times ?? []);
  }
}
