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
];
