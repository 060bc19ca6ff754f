import type { Mutant } from '../mutant.ts';

/** Guards of the commands and of the import of files. */
export const COMMAND_MUTANTS: readonly Mutant[] = [
  {
    does: 'ignores the decisions of a request about unknown words',
    file: 'src/cli/import-body.ts',
    replace: '...(map !== undefined && { map }),',
    by: '',
    tests: ['test/manage/rows.test.ts'],
  },
  {
    does: 'reads a file of an unknown preset as one of Binance',
    file: 'src/cli/import-body.ts',
    replace: "throw new UsageError(`preset must be one of ${PRESET_NAMES.join(', ')}`);",
    by: "return 'binance';",
    tests: ['test/manage/rows.test.ts'],
  },
  {
    does: 'skips entries of Kraken that cannot be read',
    file: 'src/cli/import/presets/kraken.ts',
    replace: 'problem: reason }',
    by: 'skipped: reason }',
    tests: ['test/cli/import-presets.test.ts'],
  },
  {
    does: 'imports a reversed deposit of Coinbase as a deposit',
    file: 'src/cli/import/presets/coinbase.ts',
    replace: "direction === 'in' && sign === 'out' ? 'debit' : kind",
    by: 'kind',
    tests: ['test/cli/import-presets.test.ts'],
  },
  {
    does: 'does not assume the main account for a transfer without an account',
    file: 'src/cli/import/presets/bitstamp.ts',
    replace: 'own === from || own === to ? own : MAIN_ACCOUNT',
    by: "own === from || own === to ? own : ''",
    tests: ['test/cli/import-presets.test.ts'],
  },
  {
    does: 'drops rows after many reasons to skip a row',
    file: 'src/cli/import/import-file.ts',
    replace: '} else this.refuse([`there',
    by: '} else if (known !== undefined) this.refuse([`there',
    tests: ['test/cli/import-presets.test.ts'],
  },
  {
    does: 'takes an export of standard input for deposits',
    file: 'src/cli/import/presets/binance.ts',
    replace: "const isDeposit = /deposit/i.test(fileName ?? '');",
    by: "const isDeposit = /deposit/i.test(fileName ?? 'deposit');",
    tests: ['test/cli/import-presets.test.ts'],
  },
];
