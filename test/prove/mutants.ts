import type { Mutant } from './mutant.ts';
import { HTTP_MUTANTS } from './mutants/http.ts';
import { OUTBOUND_MUTANTS } from './mutants/outbound.ts';
import { STORE_MUTANTS } from './mutants/store.ts';
import { SYNC_MUTANTS } from './mutants/sync.ts';

/** Every mutant. */
export const MUTANTS: readonly Mutant[] = [
  ...STORE_MUTANTS,
  ...SYNC_MUTANTS,
  ...HTTP_MUTANTS,
  ...OUTBOUND_MUTANTS,
];
