/** Reads one list of a venue, window by window, in spite of what it does not say of its lists. */
import type { CcxtClient } from '../ccxt-client.ts';
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';
import { expectList } from '../raw-row.ts';
import { fingerprintOf, mayBeCut, reachesAfter, reachesBefore } from './page-limits.ts';
import type { UnifiedRow } from './rows.ts';
import { type VenueTraits, writeTime } from './traits.ts';
import type { AnswerWatch } from './unified-exchange.ts';
import type { VenueMethod } from './venue.ts';

const PAGES_MAX = 200;
/** A window as a reading asks for it. */
interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}
type Rows = readonly UnifiedRow[];

/** What the last answer with rows was, and to which window. */
interface LastAnswer extends Window {
  readonly fingerprint: string;
}

/** The list of one source, for one asset where the venue tells them apart. */
export class HistoryReader {
  readonly #client: CcxtClient;
  readonly #method: VenueMethod;
  readonly #traits: VenueTraits;
  readonly #answers: AnswerWatch;
  #last: LastAnswer | undefined;
  #untimed: Rows | undefined;

  constructor(client: CcxtClient, method: VenueMethod, traits: VenueTraits, answers: AnswerWatch) {
    this.#answers = answers;
    this.#client = client;
    this.#method = method;
    this.#traits = traits;
  }

  /**
   * The rows of a window, with others where the venue tells them.
   *
   * @throws {WindowOverflowError} where the list may have been cut and a shorter window tells more.
   * @throws {ExchangeError}
   */
  async read(source: HistorySource, window: Window, asset: string | undefined): Promise<Rows> {
    // In full again: what identifies a row depends on the rows beside it.
    if (this.#untimed !== undefined) return this.#untimed;
    const rows =
      this.#traits.page === undefined
        ? await this.#ask(window, asset, {})
        : await this.#readPages(window, asset);
    if (this.#ignoresTime(rows, window)) {
      this.#untimed = rows;
      return rows;
    }
    this.#checkLength(rows, source, window);
    return rows;
  }

  /**
   * True where two windows apart from each other were answered with the same rows, and these show
   * that the venue does not look at the first bound: what it told is all that it would tell of any
   * older window. The same rows alone show nothing: a venue that looks at the first bound alone tells
   * them again where the older window has none of its own.
   */
  #ignoresTime(rows: Rows, window: Window): boolean {
    if (rows.length === 0) return false;
    const fingerprint = fingerprintOf(rows);
    const last = this.#last;
    this.#last = { ...window, fingerprint };
    if (last === undefined || last.fingerprint !== fingerprint) return false;
    const [older, newer] = last.fromMs < window.fromMs ? [last, window] : [window, last];
    if (older.toMs > newer.fromMs || !reachesBefore(rows, newer)) return false;
    return reachesAfter(rows, older) || !mayBeCut(rows.length, this.#traits.limit);
  }

  #checkLength(rows: Rows, source: HistorySource, window: Window): void {
    const { limit, page } = this.#traits;
    // A list that nothing narrows and nothing pages is all that the venue tells.
    const narrowed = source.windowMsMin < source.windowMsMax;
    if (!narrowed || page !== undefined || !mayBeCut(rows.length, limit)) return;
    if (reachesBefore(rows, window) || reachesAfter(rows, window)) return;
    const divisible = window.toMs - window.fromMs > source.windowMsMin;
    if (divisible) throw new WindowOverflowError(source.name);
    if (limit === undefined || rows.length < limit) return;
    throw new ExchangeError(
      'exchange_unavailable',
      `${source.name}: ${rows.length} rows or more from ${window.fromMs} on, which are not told in parts`,
    );
  }

  /** Pages until one is short, is the one before again, or lies before the window. */
  async #readPages(window: Window, asset: string | undefined): Promise<Rows> {
    const { page, limit } = this.#traits;
    if (page === undefined || limit === undefined) return [];
    const rows: UnifiedRow[] = [];
    let before = '';
    for (let count = 0; count < PAGES_MAX; count += 1) {
      const place = page.first + (page.counts === 'rows' ? rows.length : count);
      const size = page.size === undefined ? {} : { [page.size]: limit };
      const found = await this.#ask(window, asset, { [page.name]: place, ...size });
      const fingerprint = fingerprintOf(found);
      if (fingerprint === before) return rows;
      before = fingerprint;
      rows.push(...found);
      // A venue may tell fewer rows at once than it was asked for.
      const last = !mayBeCut(found.length, limit);
      if (last || found.every((row) => isBefore(row, window.fromMs))) return rows;
    }
    throw new ExchangeError('exchange_unavailable', `more than ${PAGES_MAX} pages`);
  }

  async #ask(
    { fromMs, toMs }: Window,
    asset: string | undefined,
    further: Readonly<Record<string, number>>,
  ): Promise<Rows> {
    const { name, since, until } = this.#method;
    const { end, limit } = this.#traits;
    const parameters: Record<string, string | number> = { ...further };
    if (until) parameters['until'] = toMs;
    else if (end !== undefined) parameters[end.name] = writeTime(toMs, end.form);
    const answer = await this.#client.callUnified(
      name,
      asset,
      since ? fromMs : undefined,
      limit,
      parameters,
    );
    const rows = expectList(answer, name) as Rows;
    if (rows.length > 0 || this.#answers.hadList()) return rows;
    throw new ExchangeError('exchange_unavailable', `${name}: the answer has no list of rows`);
  }
}

function isBefore({ timestamp }: UnifiedRow, timeMs: number): boolean {
  return typeof timestamp === 'number' && timestamp < timeMs;
}
