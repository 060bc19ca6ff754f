/** Which rows a list contains that a venue cuts, if its responses contradict its documentation. */
import { largest, smallest } from '../client/long-lists.ts';
import type { HistorySource } from '../exchange.ts';
import type { Response, ListPages } from './list-pages.ts';
import { orderOf, type Page } from './page-limits.ts';
import type { ListTraits } from './venue-traits.ts';

type Order = ListTraits['order'];

/** The side of one list, which is determined once. */
export class CutSide {
  readonly #pages: ListPages;
  #order: Order;
  #isCertain: boolean;

  constructor(pages: ListPages) {
    this.#pages = pages;
    this.#order = pages.selection.list.traits.order;
    this.#isCertain = this.#order !== 'oldest-first';
  }

  /** Which rows a list that is cut contains; `undefined` if that is unknown. */
  get order(): Order {
    return this.#order;
  }

  /**
   * Checks the documentation with the first response that was cut, if the newest rows come first although
   * it names the oldest ones: an earlier start then shows older rows, or a start after
   * the oldest row newer ones. If neither does, the venue selects the newest rows.
   *
   * @throws {ExchangeError}
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

  /** Returns the newest time of the response to a start. */
  async #newestFrom(fromMs: number, toMs: number): Promise<number> {
    const pages: readonly Page[] = this.#pages.judge(await this.#pages.request({ fromMs, toMs }));
    return largest(pages.flatMap(({ times }) => times ?? []));
  }
}
