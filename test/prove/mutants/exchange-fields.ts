import type { Mutant } from '../mutant.ts';

/** Fields of rows of certified exchanges, and facts of their profiles. */
export const EXCHANGE_FIELD_MUTANTS: readonly Mutant[] = [
  {
    does: 'loses the fee of a deposit of Bybit',
    file: 'src/exchanges/bybit/transactions.ts',
    replace: "...readFeeIn(asset, row, 'depositFee'),",
    by: '...NO_FEE,',
    tests: ['src/exchanges/bybit/transactions.test.ts'],
  },
  {
    does: "returns Binance's own number as the txid of an internal transfer",
    file: 'src/exchanges/binance/transactions.ts',
    replace: "readText(row, 'transferType') === '1' || ",
    by: '',
    tests: ['src/exchanges/binance/transactions.test.ts'],
  },
  {
    does: 'returns the tag as a part of the address of a deposit of Bitstamp',
    file: 'src/exchanges/bitstamp/transactions.ts',
    replace: "address: readAddress(row, 'destinationAddress')",
    by: "address: readText(row, 'destinationAddress')",
    tests: ['src/exchanges/bitstamp/transactions.test.ts'],
  },
  {
    does: 'lets each key use the whole limit of an address at Bitstamp',
    file: 'src/exchanges/bitstamp/profile.ts',
    replace: "budgetScope: 'address'",
    by: "budgetScope: 'key'",
    tests: ['test/exchanges/rate-limits.test.ts'],
  },
  {
    does: 'omits the first years of Kraken',
    file: 'src/exchanges/kraken/profile.ts',
    replace: 'startMs: Date.UTC(2013, 8, 1)',
    by: 'startMs: Date.UTC(2015, 8, 1)',
    tests: ['test/exchanges/history-starts.test.ts'],
  },
  {
    does: 'omits the first year of the bills of OKX',
    file: 'src/exchanges/okx/profile.ts',
    replace: 'startMs: Date.UTC(2021, 1, 1)',
    by: 'startMs: Date.UTC(2022, 1, 1)',
    tests: ['test/exchanges/history-starts.test.ts'],
  },
  {
    does: 'fails a wallet if KuCoin no longer serves the lists of its first platform',
    file: 'src/exchanges/kucoin/profile.ts',
    replace: '  windowMsMax: 36_500 * DAY_MS,\n  optional: true,',
    by: '  windowMsMax: 36_500 * DAY_MS,',
    tests: ['test/faults/optional-sources.test.ts'],
  },
];
