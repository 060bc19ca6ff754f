import type { Mutant } from '../mutant.ts';

/** Guards of rows that are joined from several rows or lists of an exchange. */
export const EXCHANGE_JOIN_MUTANTS: readonly Mutant[] = [
  {
    does: 'stores a move between two accounts of Coinbase twice if a window begins between its rows',
    file: 'src/exchanges/coinbase/account.ts',
    replace: 'isOlder(rows, fromMs - TIME_TOLERANCE_MS)',
    by: 'isOlder(rows, fromMs)',
    tests: ['src/exchanges/coinbase/account.test.ts'],
  },
  {
    does: 're-reads the whole window of a Kraken entry that cannot be mapped, without later reversals',
    file: 'src/exchanges/kraken/transactions.ts',
    replace: 'rereadRange((row as { group: RawRow[] }).group)',
    by: 'undefined',
    tests: ['src/exchanges/kraken/account.test.ts'],
  },
  {
    does: 'skips the withdrawal requests of Bitstamp that the key may not read',
    file: 'src/exchanges/bitstamp/account.ts',
    replace: 'await this.#readRequests(isRecent);',
    by: 'await this.#readRequests(isRecent).catch(() => []);',
    tests: ['src/exchanges/bitstamp/account.test.ts'],
  },
  {
    does: 'joins a withdrawal request of Bitstamp with a deposit',
    file: 'src/exchanges/bitstamp/transactions.ts',
    replace: "entries.filter(({ type }) => type === 'withdrawal')",
    by: 'entries',
    tests: ['src/exchanges/bitstamp/transactions.test.ts'],
  },
  {
    does: 'requests a window of days that the exchange does not list',
    file: 'src/exchanges/best-effort/account.ts',
    replace: 'if (window.fromMs >= toMs) return',
    by: 'if (window.fromMs < 0) return',
    tests: ['test/best-effort/cut-lists.test.ts'],
  },
  {
    does: 'stores trades of Bitget whose word it does not know',
    file: 'src/exchanges/bitget/ledger.ts',
    replace: '!GROUPS.has(group) || ',
    by: '',
    tests: ['src/exchanges/bitget/ledger.test.ts'],
  },
  {
    does: 'offers networks of a coin of Gate that cannot be withdrawn',
    file: 'src/exchanges/gate/balances.ts',
    replace: "const closed = currency['withdraw_disabled'] === true;",
    by: 'const closed = false;',
    tests: ['src/exchanges/gate/balances.test.ts'],
  },
  {
    does: 'advises to allow an address when the key is wrong',
    file: 'src/manage/key-check.ts',
    replace: "reason === 'address_not_allowed' && ",
    by: '',
    tests: ['src/manage/key-check.test.ts'],
  },
  {
    does: 'stores a deposit at Bitrue twice if it is finished between two requests',
    file: 'src/exchanges/best-effort/traits/bitrue.ts',
    replace: '[{ request: { status: 1 } }, { request: { status: 0 } }]',
    by: '[{ request: { status: 0 } }, { request: { status: 1 } }]',
    tests: ['test/best-effort/single-exchanges.test.ts'],
  },
];
