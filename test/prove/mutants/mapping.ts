import type { Mutant } from '../mutant.ts';

/** Guards of how the rows of an exchange are mapped, and of what is re-read for a row that is not. */
export const MAPPING_MUTANTS: readonly Mutant[] = [
  {
    does: 'fails for all rows if the amounts of one row have too many digits together',
    file: 'src/exchanges/mapping/map-rows.ts',
    replace: 'if (error instanceof DecimalError) {',
    by: 'if (error instanceof DecimalError && row === null) {',
    tests: ['src/exchanges/mapping/map-rows.test.ts'],
  },
  {
    does: 're-reads a row that cannot be mapped with newer rows of its page only',
    file: 'src/exchanges/mapping/map-rows.ts',
    replace: 'unreadable.push(window === undefined ? quarantined : { ...quarantined, window });',
    by: 'unreadable.push(window === undefined ? quarantined : { ...quarantined });',
    tests: ['src/exchanges/coinbase/account.test.ts', 'src/exchanges/htx/account.test.ts'],
  },
  {
    does: 'maps a move between two accounts twice if it is made between the readings of their lists',
    file: 'src/exchanges/coinbase/own-moves.ts',
    replace: 'if (move.isReported && isSettled && !paired',
    by: 'if (move.isReported && (isSettled || !isSettled) && !paired',
    tests: [
      'src/exchanges/coinbase/transactions.test.ts',
      'src/exchanges/coinbase/account.test.ts',
    ],
  },
];
