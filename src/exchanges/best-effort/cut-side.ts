/**
 * Determines which rows an incomplete list contains, if the exchange's responses contradict its documentation.
 */
import { largest, smallest } from '../client/long-lists.ts';
import type { HistorySource } from '../exchange.ts';
import type { Response, ListPages } from './list-pages.ts';
import { orderOf, type Page } from './page-limits.ts';
import type { ListTraits } from './exchange-traits.ts';

type Order = ListTraits['order'];

/** The selected rows of one list: the oldest or the newest. They are determined once. */
export class CutSide {
  readonly #pages: ListPages;
  #order: Order;
  #isCertain: boolean;

  constructor(pages: ListPages) {
    this.#pages = pages;
    this.#order = pages.selection.list.traits.order;
    this.#isCertain = this.#order !== 'oldest-first';
  }

  /** The rows that an incomplete list contains; `undefined` if unknown. */
  get order(): Order {
    return this.#order;
  }

  /**
   * Checks the documentation with the first incomplete response, if the newest rows come first although the
   * documentation says that the oldest rows are selected. If it is right, an earlier start returns older
   * rows, or a start after the oldest row returns newer rows. If neither is the case, the exchange selects the
   * newest rows.
   *
   * @throws {ExchangeError} if a request fails.
   */
  async note(response: Response, source: HistorySource, toMs: number): Promise<void> {
    const { limit = Infinity } = this.#pages.selection.list.traits;
    const times = this.#pages
      .judge(response)
      .map(({ times }) => times ?? [])
      .find((each) => each.length >= limit && orderOf(each) === 'newest-first');
    if (this.#isCertain || times === undefined) return;
    const newest = largest(times);
    const earlier = await this.#newestFrom(source.startMs, toMs);
    const behindMs = smallest(times) + 2 * this.#pages.selection.list.unitMs;
    const later = earlier < newest ? newest : await this.#newestFrom(behindMs, toMs);
    if (earlier >= newest && later <= newest) this.#order = 'newest-first';
    this.#isCertain = true;
  }

  /** Returns the newest time in the response to a request with this start. */
  async #newestFrom(fromMs: number, toMs: number): Promise<number> {
    const pages: readonly Page[] = this.#pages.judge(await this.#pages.request({ fromMs, toMs }));
    return largest(pages.flatMap(({ times }) => times ?? []));
  }
}
