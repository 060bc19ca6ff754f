import type { Mutant } from '../mutant.ts';

const CUT_LISTS = ['test/best-effort/cut-lists.test.ts'];
const BALANCES = ['src/exchanges/best-effort/unified-balances.test.ts'];
const OVERRIDES = ['src/exchanges/best-effort/unified-overrides.test.ts'];

/** Guards of best-effort exchanges: windows, pages, rows and balances in the forms of ccxt. */
export const BEST_EFFORT_MUTANTS: readonly Mutant[] = [
  {
    does: 'returns the newest rows of a list for any older window',
    file: 'src/exchanges/best-effort/history-reader.ts',
    replace: 'if (this.#newest !== undefined && fromMs >= this.#newest.fromMs) {',
    by: 'if (this.#newest !== undefined) {',
    tests: CUT_LISTS,
  },
  {
    does: 'counts pages with a row without a time as completely read',
    file: 'src/exchanges/best-effort/history-reader.ts',
    replace: 'times: times.every((time) => time !== null) ? times : null',
    by: 'times: times.filter((time) => time !== null)',
    tests: CUT_LISTS,
  },
  {
    does: 'fails if an exchange refuses a longer window, without reading the shorter one',
    file: 'src/exchanges/best-effort/history-reader.ts',
    replace: 'if (!isExpected) throw error;',
    by: 'if (isExpected || !isExpected) throw error;',
    tests: CUT_LISTS,
  },
  {
    does: 'takes a full page without a cursor for a whole list',
    file: 'src/exchanges/best-effort/window-pages.ts',
    replace: 'if (place === null && count === 1 && this.#isFull(response)) return undefined;',
    by: '',
    tests: CUT_LISTS,
  },
  {
    does: 'requests all pages of a list for any window',
    file: 'src/exchanges/best-effort/window-pages.ts',
    replace: 'if (this.#isPast(times, response)) return { rows, isWhole: false, isCut: false };',
    by: '',
    tests: CUT_LISTS,
  },
  {
    does: 'fails if an exchange requires bounds',
    file: 'src/exchanges/best-effort/bounds-check.ts',
    replace: 'if (isRefused) return { rows: [] };',
    by: '',
    tests: ['test/best-effort/bounds.test.ts'],
  },
  {
    does: 'takes a coin with unreadable networks for fiat',
    file: 'src/exchanges/best-effort/networks.ts',
    replace: 'if (coin?.isFiat === false && coin.isIncomplete === true) return false;',
    by: '',
    tests: ['src/exchanges/best-effort/networks.test.ts'],
  },
  {
    does: "ignores the exchange's status if ccxt reads none",
    file: 'src/exchanges/best-effort/rows.ts',
    replace: "readStatusWord(readText(row, 'status') ?? raw)",
    by: "readStatusWord(readText(row, 'status'))",
    tests: ['src/exchanges/best-effort/rows.test.ts'],
  },
  {
    does: 'reads the message of an error as an empty list',
    file: 'src/exchanges/best-effort/reader-forms.ts',
    replace: "return (list as Rows | undefined) ?? refuse(path, 'list');",
    by: 'return (list as Rows | undefined) ?? [];',
    tests: ['src/exchanges/best-effort/reader-forms.test.ts'],
  },
  {
    does: 'reports networks as unknown because the exchange limits requests',
    file: 'src/exchanges/best-effort/unified-balances.ts',
    replace:
      "if (!(error instanceof ExchangeError) || error.code === 'exchange_rate_limited') throw error;\n      this.#failure",
    by: 'if (!(error instanceof ExchangeError)) throw error;\n      this.#failure',
    tests: BALANCES,
  },
  {
    does: 'returns an empty balance if ccxt cannot read the response',
    file: 'src/exchanges/best-effort/unified-balances.ts',
    replace: 'if (captured.failure !== null) throw unreadableResponse(captured.failure);',
    by: '',
    tests: BALANCES,
  },
  {
    does: 'quarantines any number of rows of a balance',
    file: 'src/exchanges/best-effort/unified-balances.ts',
    replace: 'if (rows.length <= UNREADABLE_MAX) return rows;',
    by: 'if (rows.length >= 0) return rows;',
    tests: BALANCES,
  },
  {
    does: 'requests another endpoint by an identifier of the exchange',
    file: 'src/exchanges/best-effort/unified-overrides.ts',
    replace:
      "typeof value === 'string' ? value.replaceAll(PATH_UNSAFE, encodeURIComponent) : value,",
    by: 'value,',
    tests: OVERRIDES,
  },
  {
    does: 'takes a total for a verified free amount',
    file: 'src/exchanges/best-effort/unified-overrides.ts',
    replace: 'if (amounts.used === undefined) amounts[UNVERIFIED] = true;',
    by: '',
    tests: OVERRIDES,
  },
  {
    does: 'takes responses without a state for an account without balances',
    file: 'src/exchanges/best-effort/traits/hyperliquid.ts',
    replace:
      "throw new ExchangeError('exchange_unavailable', 'no response has a state of the account');",
    by: 'return [];',
    tests: ['src/exchanges/best-effort/traits.test.ts'],
  },
  {
    does: 'takes a missing list of networks for an empty one',
    file: 'src/exchanges/best-effort/traits/whitebit.ts',
    replace: 'if (!Array.isArray(open)) return null;',
    by: 'if (!Array.isArray(open)) return [];',
    tests: ['src/exchanges/best-effort/traits.test.ts'],
  },
  {
    does: 'takes a page for another one because a status has changed',
    file: 'src/exchanges/best-effort/window-pages.ts',
    replace: 'if (page.rows.length > 0) return identifyRows',
    by: 'if (page.rows.length < 0) return identifyRows',
    tests: CUT_LISTS,
  },
  {
    does: 'counts a row outside of a short window as proof that its bounds are ignored',
    file: 'src/exchanges/best-effort/page-limits.ts',
    replace: 'Math.max(2 * unitMs, ',
    by: 'Math.max(0, ',
    tests: ['src/exchanges/best-effort/page-limits.test.ts'],
  },
  {
    does: 'sends any number of requests at once to a fast exchange',
    file: 'src/exchanges/best-effort/profiles.ts',
    replace: 'Math.min(BURST_MAX, Math.floor(BURST_MS / everyMs))',
    by: 'Math.floor(BURST_MS / everyMs)',
    tests: ['src/exchanges/best-effort/profiles.test.ts'],
  },
  {
    does: 'refuses a large amount that is the difference of two exact ones',
    file: 'src/exchanges/best-effort/rows.ts',
    replace: 'ROUNDING * Math.max(1, rounded)',
    by: 'ROUNDING',
    tests: ['src/exchanges/best-effort/rows.test.ts'],
  },
  {
    does: 'misses a row of an unsorted list that moves to a page that was read',
    file: 'src/exchanges/best-effort/window-pages.ts',
    replace: 'if (isUnmoved && (this.#isOrdered(found) || identity === before)) return found;',
    by: 'if (isUnmoved) return found;',
    tests: ['test/best-effort/cut-lists.test.ts'],
  },
  {
    does: 'takes an incomplete list for the whole one if the exchange ignores times',
    file: 'src/exchanges/best-effort/history-reader.ts',
    replace: 'if (this.#cutPagesOf(response).length === 0) this.#all',
    by: 'if (this.#cutPagesOf(response).length >= 0) this.#all',
    tests: ['test/best-effort/cut-lists.test.ts'],
  },
  {
    does: 'takes the rate of a fee for the fee',
    file: 'src/exchanges/best-effort/row-fee.ts',
    replace: ' && !NO_FEE_FIELD.test(name)',
    by: '',
    tests: ['src/exchanges/best-effort/rows.test.ts'],
  },
  {
    does: 'gives a network without limits those of another one',
    file: 'src/exchanges/best-effort/raw-coins.ts',
    replace: 'const limits = asRow(limited ? limitsOf(network) : limitsOf(currency));',
    by: 'const limits = asRow(limitsOf(network) ?? limitsOf(currency));',
    tests: ['src/exchanges/best-effort/networks.test.ts'],
  },
];
