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
  {
    does: 'replaces the booked amount by the rounded one of a status after a week',
    file: 'src/exchanges/kraken/transactions.ts',
    replace:
      "if (group.length === 0 && requireTimestampSeconds(row, 'time') < fromMs) return undefined;",
    by: "if (group.length === 0 && requireTimestampSeconds(row, 'time') < 0 * fromMs) return undefined;",
    tests: ['src/exchanges/kraken/transactions.test.ts'],
  },
  {
    does: 're-reads a withdrawal without the entry that is booked after its window',
    file: 'src/exchanges/kraken/account.ts',
    replace: 'if (missing.size === 0) return [];',
    by: 'if (missing.size >= 0) return [];',
    tests: ['src/exchanges/kraken/account.test.ts'],
  },
  {
    does: 'lists a withdrawal of HTX that failed the verification of its risk as pending',
    file: 'src/exchanges/htx/statuses.ts',
    replace: "'risk-action-fail': 'failed'",
    by: "'risk-action-fail': 'pending'",
    tests: ['src/exchanges/htx/transactions.test.ts'],
  },
  {
    does: 'ends the limits of amounts after three refusals that are not consecutive',
    file: 'src/exchanges/mapping/limit-amounts.ts',
    replace: '      refusals = 0;\n',
    by: '',
    tests: ['src/exchanges/mapping/limit-amounts.test.ts'],
  },
  {
    does: 'shows the identifier of a network instead of its name',
    file: 'src/exchanges/mapping/network.ts',
    replace: 'const { displayName = name ?? id } = network;',
    by: 'const { displayName = id } = network;',
    tests: ['src/exchanges/mapping/network.test.ts'],
  },
  {
    does: 'lists the networks of an asset in maintenance',
    file: 'src/exchanges/bitvavo/balances.ts',
    replace: "if (readText(row, 'withdrawalStatus') !== 'OK') return [];",
    by: "if (readText(row, 'withdrawalStatus') === 'DELISTED') return [];",
    tests: ['src/exchanges/bitvavo/balances.test.ts'],
  },
  {
    does: 'misses the first millisecond of a window if Bitget excludes it',
    file: 'src/exchanges/bitget/account.ts',
    replace: 'startTime: fromMs - 1,',
    by: 'startTime: fromMs,',
    tests: ['src/exchanges/bitget/account.test.ts'],
  },
];
