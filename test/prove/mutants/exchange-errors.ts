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
  {
    does: 'takes the refusal of a proxy or a network for a refused key',
    file: 'src/exchanges/client/ccxt-errors.ts',
    replace: 'NETWORK_STATUSES = new Set([407, 511])',
    by: 'NETWORK_STATUSES = new Set([511])',
    tests: ['src/exchanges/client/ccxt-errors.test.ts'],
  },
  {
    does: 'skips an optional source of Bybit after an error of the server',
    file: 'src/exchanges/bybit/profile.ts',
    replace: `'"retCode":10016,': 'exchange_unavailable'`,
    by: `'"retCode":10016,': 'exchange_request_refused'`,
    tests: ['test/faults/optional-sources.test.ts'],
  },
  {
    does: 'takes a request of Bitget that timed out for a refused key',
    file: 'src/exchanges/bitget/profile.ts',
    replace: `'"40010"': 'exchange_unavailable'`,
    by: `'"40010"': 'exchange_key_refused'`,
    tests: ['test/faults/optional-sources.test.ts'],
  },
  {
    does: 'takes an address that Bybit bans for a refused key',
    file: 'src/exchanges/bybit/profile.ts',
    replace: `'"retCode":10009,': 'exchange_unavailable'`,
    by: `'"retCode":10009,': 'exchange_key_refused'`,
    tests: ['test/faults/optional-sources.test.ts'],
  },
  {
    does: "skips an optional source of Crypto.com after the exchange's internal error",
    file: 'src/exchanges/cryptocom/profile.ts',
    replace: `ERR_INTERNAL: 'exchange_unavailable'`,
    by: `ERR_INTERNAL: 'exchange_request_refused'`,
    tests: ['test/faults/optional-sources.test.ts'],
  },
];
