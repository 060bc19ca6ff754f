import type { Mutant } from '../mutant.ts';

const HISTORIES = ['test/sync/histories-1.test.ts', 'test/sync/histories-2.test.ts'];
const TRUTH = ['test/sync/truth.test.ts'];

/** Guards of completeness and exactness between the exchange and the store, and of the requests to exchanges. */
export const SYNC_MUTANTS: readonly Mutant[] = [
  {
    does: 'takes a full response for a complete one',
    file: 'src/exchanges/client/window-rows.ts',
    replace: '    divideIfDivisible(window);\n    refuseLongerPage(window, found.length);\n',
    by: '    refuseLongerPage(window, found.length);\n    return rows;\n',
    tests: ['src/exchanges/client/window-rows.test.ts', ...TRUTH],
  },
  {
    does: 'takes a response of a usual shorter length for a complete one',
    file: 'src/exchanges/client/window-rows.ts',
    replace: 'return rowCount >= CUT_LENGTH_MIN && isUsualLength(rowCount);',
    by: 'return rowCount < 0;',
    tests: ['src/exchanges/client/window-rows.test.ts', 'test/exchanges/cut-windows.test.ts'],
  },
  {
    does: 'rounds numbers of responses to binary floats',
    file: 'src/exchanges/client/exact-json.ts',
    replace: 'return SAFE_INTEGER_TOKEN.test(source) ? value : source;',
    by: 'return source === undefined ? source : value;',
    tests: ['src/exchanges/client/exact-json.test.ts', ...TRUTH],
  },
  {
    does: 'does not read the overlap for rows that arrive late',
    file: 'src/sync/windows.ts',
    replace: 'coveredToMs - source.overlapMs;',
    by: 'coveredToMs;',
    tests: ['src/sync/windows.test.ts', ...HISTORIES],
  },
  {
    does: 'does not reread the rows that were not final',
    file: 'src/sync/wallet-sync.ts',
    replace: '      ...recheckWindows(older),\n',
    by: '      ...recheckWindows(older.slice(older.length)),\n',
    tests: [...HISTORIES, ...TRUTH],
  },
  {
    does: 'covers time that the clock of the exchange has invented',
    file: 'src/sync/wallet-sync.ts',
    replace: 'if (range.toMs <= exchangeNowMs + COVERAGE_AHEAD_MS_MAX) continue;',
    by: 'if (range.toMs > -Infinity) continue;',
    tests: ['test/sync/clocks.test.ts', 'test/sync/disagreeing-clocks.test.ts'],
  },
  {
    does: 'calls a history complete that the exchange does not return in full',
    file: 'src/sync/wallet-sync.ts',
    replace: 'return gaps.length === 0 && this.#missingAssets.size === 0;',
    by: 'return gaps.length >= 0 && this.#missingAssets.size === 0;',
    tests: [
      'test/sync/unavailable-rows.test.ts',
      'test/sync/progress.test.ts',
      'test/sync/once.test.ts',
    ],
  },
  {
    does: 'skips rows that it cannot map',
    file: 'src/store/statements/sync-writes.ts',
    replace: '  await replaceWindowQuarantine(session, walletNo, record);\n',
    by: '',
    tests: [
      'test/sync/corrupted-rows.test.ts',
      'test/sync/faults.test.ts',
      'test/store/sqlite-contract.test.ts',
    ],
  },
  {
    does: 'sends requests that write to an exchange',
    file: 'src/exchanges/client/read-only.ts',
    replace: "if (url.protocol === 'https:' && known !== undefined) return known;",
    by: "if (url.protocol === 'https:') return known ?? endpoint;",
    tests: ['src/exchanges/client/read-only.test.ts'],
  },
  {
    does: 'accepts a path in the place of an identifier',
    file: 'src/exchanges/client/read-only.ts',
    replace: 'return IDENTIFIER.test(decodeURIComponent(segment));',
    by: 'return decodeURIComponent(segment) !== undefined;',
    tests: ['src/exchanges/client/read-only.test.ts'],
  },
  {
    does: 'accepts the redirect of an exchange',
    file: 'src/exchanges/client/bounded-fetch.ts',
    replace: 'if (status >= 300 && status < 400) {',
    by: 'if (status < 0) {',
    tests: ['src/exchanges/client/bounded-fetch.test.ts'],
  },
  {
    does: 'reads a response of any length',
    file: 'src/exchanges/client/bounded-fetch.ts',
    replace: 'if (bytes > bodyBytesMax) {',
    by: 'if (bytes < 0 * bodyBytesMax) {',
    tests: ['src/exchanges/client/bounded-fetch.test.ts'],
  },
  {
    does: 'writes a secret of the exchange into an error',
    file: 'src/exchanges/client/ccxt-client.ts',
    replace: 'secrets: Object.values(this.#options.credentials),',
    by: 'secrets: [],',
    tests: [
      'src/exchanges/client/ccxt-client.test.ts',
      'src/exchanges/client/ccxt-errors.test.ts',
      'test/sync/faults.test.ts',
    ],
  },
];
