import type { Mutant } from '../mutant.ts';

/** Guards of how errors of exchanges are classified, and of how long requests wait. */
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
  {
    does: 'takes a rate limit for a wrong clock',
    file: 'src/exchanges/client/ccxt-errors.ts',
    replace:
      "const isLimited = classes.includes('RateLimitExceeded') || classes.includes('DDoSProtection');",
    by: "const isLimited = classes.includes('DDoSProtection');",
    tests: ['src/exchanges/client/ccxt-errors.test.ts'],
  },
  {
    does: 'ends a long pause if the exchange requests a shorter one',
    file: 'src/exchanges/client/rate-budget.ts',
    replace:
      'this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.elapsedMs() + boundedMs);',
    by: 'this.#pausedUntilMs = this.#clock.elapsedMs() + boundedMs;',
    tests: ['src/exchanges/client/rate-budget.test.ts'],
  },
  {
    does: 'waits forever for a rate limit if another worker starts meanwhile',
    file: 'src/exchanges/client/rate-budget.ts',
    replace: 'const missing = Math.min(cost, this.#limits.capacity) - this.#tokens;',
    by: 'const missing = Math.min(cost, this.#allowed.capacity) - this.#tokens;',
    tests: ['src/exchanges/client/rate-budget.test.ts'],
  },
  {
    does: 'uses the whole limit of an exchange that is opened after other workers started',
    file: 'src/exchanges/registry.ts',
    replace: 'made.share(this.#workerCount);',
    by: '',
    tests: ['test/exchanges/shared-budgets.test.ts'],
  },
  {
    does: 'counts a call that is not sent as a response of the exchange',
    file: 'src/exchanges/client/ccxt-client.ts',
    replace: '    this.#refuseLongWait();\n    breaker.admit();\n    try {',
    by: '    breaker.admit();\n    try {\n      this.#refuseLongWait();',
    tests: ['src/exchanges/client/ccxt-client.test.ts'],
  },
  {
    does: 'requests a hundred pages of fiat orders although one of them is empty before the total',
    file: 'src/exchanges/binance/account.ts',
    replace: 'if (found.length === 0 && total > rows.length) {',
    by: 'if (found.length < 0 && total > rows.length) {',
    tests: ['test/exchanges/cut-windows.test.ts'],
  },
  {
    does: "forgets an account's weight when a response does not report it",
    file: 'src/exchanges/binance/uid-weight.ts',
    replace: 'if (used === null) return;',
    by: '',
    tests: ['src/exchanges/binance/uid-weight.test.ts'],
  },
];
