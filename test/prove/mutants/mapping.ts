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
];
