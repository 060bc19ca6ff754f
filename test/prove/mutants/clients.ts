import type { Mutant } from '../mutant.ts';

/** Guards of the client and of the pages. */
export const CLIENT_MUTANTS: readonly Mutant[] = [
  {
    does: 'does not yield a result of which only the error has changed',
    file: 'client/src/poll.ts',
    replace: ' || sync.error !== error',
    by: ' || (sync.error !== error && sync.error === undefined)',
    tests: ['test/client/poll.test.ts'],
  },
  {
    does: 'waits for an interval although the caller has aborted',
    file: 'client/src/retry.ts',
    replace: 'if (signal?.aborted === true) stop();',
    by: 'if (signal?.aborted === true && durationMs < 0) stop();',
    tests: ['test/client/poll.test.ts'],
  },
  {
    does: 'reads the same page of the management API without end',
    file: 'client/src/management-request.ts',
    replace: 'if (page.nextCursor === cursor) throw',
    by: "if (page.nextCursor === '') throw",
    tests: ['test/client/retries.test.ts'],
  },
  {
    does: 'ignores a date in retry-after',
    file: 'client/src/read-problem.ts',
    replace: 'return Number.isNaN(untilMs) ? null :',
    by: 'return Number.isNaN(untilMs) || untilMs > 0 ? null :',
    tests: ['test/client/retries.test.ts'],
  },
  {
    does: 'sends a file with another idempotency key than that of the caller',
    file: 'client/src/management-request.ts',
    replace: "'idempotency-key': idempotencyKey,",
    by: "'idempotency-key': idempotencyKey && crypto.randomUUID(),",
    tests: ['test/client/retries.test.ts'],
  },
  {
    does: 'takes all chains that are not recognized for one',
    file: 'explorer/src/views/send/find-withdrawals.ts',
    replace: 'return code === UNRECOGNIZED_CODE ? id : code;',
    by: "return code === UNRECOGNIZED_CODE && id === '' ? id : code;",
    tests: ['explorer/src/views/send/find-withdrawals.test.ts'],
  },
  {
    does: 'leaves the symbols of unknown networks encoded',
    file: 'client/src/wallet-sync.ts',
    replace: ".split(',').map(decodeURIComponent)",
    by: ".split(',')",
    tests: ['test/client/retries.test.ts'],
  },
  {
    does: 'does not wait for the first of two equal requests',
    file: 'client/src/management-request.ts',
    replace: 'return error.retryAfterMs ?? undefined;',
    by: 'return undefined;',
    tests: ['test/client/retries.test.ts'],
  },
  {
    does: 'shows the rows of another request below an error',
    file: 'explorer/src/state/use-resource.ts',
    replace: 'const previous = settled.key === key ? settled.value : undefined;',
    by: 'const previous = settled.value;',
    tests: ['test/explorer/transactions.prove.test.ts'],
  },
  {
    does: 'requests a resource again while the page is hidden',
    file: 'explorer/src/state/use-resource.ts',
    replace: "if (document.visibilityState === 'visible') refresh();",
    by: 'if (document.visibilityState !== undefined) refresh();',
    tests: ['test/explorer/balances.prove.test.ts'],
  },
  {
    does: 'requests a number of a page that the service refuses',
    file: 'explorer/src/views/transactions/listing.ts',
    replace: 'Math.min(pageNumber, PAGE_NUMBER_MAX)',
    by: 'Math.min(pageNumber, PAGE_MAX)',
    tests: ['test/explorer/transactions.prove.test.ts'],
  },
  {
    does: 'fails an export at the rate limit',
    file: 'explorer/src/views/transactions/use-export.ts',
    replace: 'createClient(connection, RETRIES)',
    by: 'createClient(connection, RETRIES - 8)',
    tests: ['test/explorer/export.prove.test.ts'],
  },
];
