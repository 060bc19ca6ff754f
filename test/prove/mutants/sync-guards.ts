import type { Mutant } from '../mutant.ts';

/** Guards of runs and workers of the synchronisation. */
export const SYNC_GUARD_MUTANTS: readonly Mutant[] = [
  {
    does: 'leaves new rows unread while the window of an old row fails',
    file: 'src/sync/wallet-sync.ts',
    replace: '      rereadError = error;\n',
    by: '      throw error;\n',
    tests: ['test/sync/late-rows.test.ts'],
  },
  {
    does: 'reports a wallet as synchronised if the window of an old row failed',
    file: 'src/sync/wallet-sync.ts',
    replace: '    if (rereadError !== undefined) throw rereadError;\n',
    by: '',
    tests: ['test/sync/late-rows.test.ts'],
  },
];
