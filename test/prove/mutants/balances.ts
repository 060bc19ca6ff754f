import type { Mutant } from '../mutant.ts';

/** Guards of withdrawable amounts, and of the networks of an asset. */
export const BALANCE_MUTANTS: readonly Mutant[] = [
  {
    does: 'reports amounts of Kraken that orders hold as withdrawable if they earn automatically',
    file: 'src/exchanges/kraken/balances.ts',
    replace: ': subtractDecimals(balance, held);',
    by: ': isNegativeDecimal(subtractDecimals(balance, held)) ? ZERO : subtractDecimals(balance, held);',
    tests: ['src/exchanges/kraken/balances.test.ts'],
  },
  {
    does: 'reports a negative withdrawable amount of Kraken',
    file: 'src/exchanges/kraken/balances.ts',
    replace: 'isNegativeDecimal(amount) ? ZERO : amount',
    by: 'amount',
    tests: ['src/exchanges/kraken/balances.test.ts'],
  },
  {
    does: 'adds the money of derivatives accounts of Coinbase to the withdrawable amount',
    file: 'src/exchanges/coinbase/balances.ts',
    replace: "isWithdrawable(type, readText(row, 'platform'))",
    by: 'isWithdrawable(type, null)',
    tests: ['src/exchanges/coinbase/balances.test.ts'],
  },
  {
    does: 'takes a move to a derivatives account of Coinbase as a move within the balance',
    file: 'src/exchanges/coinbase/balances.ts',
    replace: "isWithdrawable(row?.['type'], row?.['platform'])",
    by: "isWithdrawable(row?.['type'], null)",
    tests: ['src/exchanges/coinbase/balances.test.ts'],
  },
  {
    does: 'lists networks of an asset of Kraken whose withdrawals are closed',
    file: 'src/exchanges/kraken/balances.ts',
    replace: 'isClosed ? [] : ',
    by: '',
    tests: ['src/exchanges/kraken/balances.test.ts'],
  },
  {
    does: 'marks networks of Kraken as unknown if the withdrawals of their asset are closed',
    file: 'src/exchanges/kraken/balances.ts',
    replace: 'isListed || isClosed || ',
    by: 'isListed || ',
    tests: ['src/exchanges/kraken/balances.test.ts'],
  },
  {
    does: 'takes the withdrawals of an asset of Kraken as closed if only those of a product are',
    file: 'src/exchanges/kraken/assets.ts',
    replace: '(extension === null ? [symbol] : [])',
    by: '[symbol, extension ?? symbol]',
    tests: ['src/exchanges/kraken/balances.test.ts'],
  },
  {
    does: 'reports a stock of Kraken under another name than its ledger does',
    file: 'src/exchanges/kraken/assets.ts',
    replace: "'P', TOKENIZED, 'HOLD'",
    by: "'P', 'HOLD'",
    tests: ['src/exchanges/kraken/balances.test.ts'],
  },
  {
    does: 'reports that a stock of Kraken cannot be withdrawn, although its networks were not requested',
    file: 'src/exchanges/kraken/balances.ts',
    replace: 'complete && !unlisted.has(asset)',
    by: 'complete',
    tests: ['src/exchanges/kraken/balances.test.ts'],
  },
  {
    does: 'reports no amount of a stock of Kraken',
    file: 'src/exchanges/kraken/assets.ts',
    replace: "[null, 'F', TOKENIZED]",
    by: "[null, 'F']",
    tests: ['src/exchanges/kraken/balances.test.ts'],
  },
  {
    does: 'reports that a delisted coin of Gate cannot be withdrawn',
    file: 'src/exchanges/gate/balances.ts',
    replace: "currency['withdraw_disabled'] === true;",
    by: "currency['withdraw_disabled'] === true || currency['delisted'] === true;",
    tests: ['src/exchanges/gate/balances.test.ts'],
  },
  {
    does: 'lists networks of a currency of Bitstamp whose withdrawals are closed',
    file: 'src/exchanges/bitstamp/balances.ts',
    replace:
      "  if ((readText(row, 'withdrawal') ?? ENABLED) !== ENABLED) return { values: [], unreadable: [] };\n",
    by: '',
    tests: ['src/exchanges/bitstamp/balances.test.ts'],
  },
];
