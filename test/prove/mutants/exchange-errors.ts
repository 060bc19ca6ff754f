import type { Mutant } from '../mutant.ts';

/** Guards of how errors of exchanges are classified. */
export const EXCHANGE_ERROR_MUTANTS: readonly Mutant[] = [
  {
    does: "takes HTX's refusal of a request's time for a refused key",
    file: 'src/exchanges/client/clock-errors.ts',
    replace: '/^(req(uest)?|submission)$/',
    by: '/^req(uest)?$/',
    tests: ['src/exchanges/client/clock-errors.test.ts'],
  },
];
