/** Checks that an exchange accepts the form of the bounds if it returns empty windows. */
import { HOUR_MS } from '../../domain/duration.ts';
import { largest } from '../client/long-lists.ts';
import { ExchangeError } from '../exchange.ts';
import type { Response, ListPages } from './list-pages.ts';
import type { Window } from './list-request.ts';

/** Minimum empty windows before the check. A refresh reads one window, which is often empty. */
const EMPTY_WINDOWS_MIN = 2;

/**
 * Checks the form of the bounds once, if windows are empty. If the bounds have a wrong unit or form, each
 * window is empty, and the history would count as complete. The check requests the list without bounds, and
 * then a window around one of its rows.
 */
export class BoundsCheck {
  readonly #pages: ListPages;
  #emptyCount = 0;
  #isDone: boolean;

  constructor(pages: ListPages) {
    const { takesStart, takesEnd } = pages.selection.list;
    this.#pages = pages;
    this.#isDone = !takesStart && !takesEnd;
  }

  /**
   * Records the response to a window.
   *
   * @throws {ExchangeError} if the exchange returns rows without bounds, but none with them.
   */
  async note({ rows }: Response, { fromMs, toMs }: Window): Promise<void> {
    if (this.#isDone) return;
    if (rows.length === 0) this.#emptyCount += 1;
    const { timeOf } = this.#pages.selection;
    this.#isDone ||= rows
      .map(timeOf)
      .some((time) => time !== null && time >= fromMs && time < toMs);
    if (this.#isDone || this.#emptyCount < EMPTY_WINDOWS_MIN) return;
    await this.#check();
    this.#isDone = true;
  }

  async #check(): Promise<void> {
    const { timeOf, list } = this.#pages.selection;
    const { rows } = await this.#askWithoutBounds();
    const times = rows.map(timeOf).filter((time) => time !== null);
    if (times.length === 0) return;
    const newestMs = largest(times);
    const aroundMs = Math.max(HOUR_MS, list.unitMs);
    const window = { fromMs: newestMs - aroundMs, toMs: newestMs + aroundMs };
    const response = await this.#pages.request(window);
    if (response.rows.length > 0) return;
    throw new ExchangeError(
      'exchange_unavailable',
      `${list.name}: the exchange returns rows, but none for a window with their time`,
    );
  }

  /** Returns `undefined` if the exchange requires bounds. */
  async #askWithoutBounds(): Promise<Pick<Response, 'rows'>> {
    try {
      return await this.#pages.request(null);
    } catch (error) {
      const isRefused = error instanceof ExchangeError && error.code === 'exchange_request_refused';
      if (isRefused) return { rows: [] };
      throw error;
    }
  }
}
