import type { Mutant } from '../mutant.ts';

/** Guards of how Bybit, KuCoin, HTX and Gate are read. */
export const EXCHANGE_READING_MUTANTS: readonly Mutant[] = [
  {
    does: 'requests the first page of a list of Bybit for every cursor',
    file: 'src/exchanges/bybit/account.ts',
    replace: '        ...(cursor === null ? {} : { cursor }),\n',
    tests: ['test/exchanges/cut-windows.test.ts'],
  },
  {
    does: 'lists a network of Bybit that is not said to be open',
    file: 'src/exchanges/bybit/balances.ts',
    replace: "readText(chain, 'chainWithdraw') !== '1'",
    by: "readText(chain, 'chainWithdraw') === '0'",
    tests: ['src/exchanges/bybit/balances.test.ts'],
  },
  {
    does: 'fails the balances of Bybit if a response has no withdrawable amounts',
    file: 'src/exchanges/bybit/balances.ts',
    replace: "wallets?.['FUND']",
    by: "wallets!['FUND']",
    tests: ['src/exchanges/bybit/balances.test.ts'],
  },
  {
    does: 'numbers bookings of Bybit that only differ in the balance in the order of the response',
    file: 'src/exchanges/bybit/funding-history.ts',
    replace: "txid: readText(row, 'afterAmt'),",
    by: 'txid: null,',
    tests: ['src/exchanges/bybit/funding-history.test.ts'],
  },
  {
    does: 'accepts a key of Bybit with rights that is not said to be read-only',
    file: 'src/exchanges/bybit/permissions.ts',
    replace: "readText(key, 'readOnly') !== READ_ONLY",
    by: "readText(key, 'readOnly') === '0'",
    tests: ['src/exchanges/bybit/permissions.test.ts'],
  },
  {
    does: 'requests the balances of Bybit more often than Bybit allows',
    file: 'src/exchanges/bybit/profile.ts',
    replace: '[FUNDING]: 2, ',
    tests: ['test/exchanges/rate-limits.test.ts'],
  },
  {
    does: 'takes a timeout of KuCoin for a refused request, so that an optional list is skipped',
    file: 'src/exchanges/kucoin/profile.ts',
    replace: `'"408000"': 'exchange_unavailable'`,
    by: `'"408000"': 'exchange_request_refused'`,
    tests: ['test/sync/transient-errors.test.ts'],
  },
  {
    does: 'requests a second of Gate once for each of its milliseconds',
    file: 'src/exchanges/gate/profile.ts',
    replace: '  windowMsMin: SECOND_MS,\n',
    tests: ['test/exchanges/cut-windows.test.ts'],
  },
  {
    does: 'fails a wallet if Gate does not serve its account book',
    file: 'src/exchanges/gate/profile.ts',
    replace: ', optional: true',
    tests: ['test/exchanges/optional-lists.test.ts'],
  },
  {
    does: 'requests more than a week of transfers at Bybit',
    file: 'src/exchanges/bybit/profile.ts',
    replace: '7 * DAY_MS - 3 * SECOND_MS',
    by: '7 * DAY_MS',
    tests: ['test/exchanges/longest-windows.test.ts'],
  },
  {
    does: 'misses a deposit of Bybit whose time changes with its status after three days',
    file: 'src/exchanges/bybit/profile.ts',
    replace: '  overlapMs: 7 * DAY_MS,\n',
    tests: ['test/exchanges/longest-windows.test.ts'],
  },
  {
    does: 'never requests the limits of currencies at Gate, because their endpoint is not allowed',
    file: 'src/exchanges/gate/profile.ts',
    replace: "  'GET api.gateio.ws/api/v4/wallet/withdraw_status',\n",
    tests: ['test/exchanges/mappings.test.ts'],
  },
];
