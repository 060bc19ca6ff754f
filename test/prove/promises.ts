/** What wallet-teller promises, and the tests that prove it: the source of the table in `docs/reliability.md`. */

/** A promise. */
export interface Promised {
  readonly promise: string;
  /** Test files or folders, from the root of the project. */
  readonly tests: readonly string[];
}

/** The promises, by subject. */
export const PROMISES: Readonly<Record<string, readonly Promised[]>> = {
  kills: [
    {
      promise: 'A killed synchronisation loses no row that was stored, and doubles none.',
      tests: ['test/sync/crash.test.ts', 'test/prove/kills.test.ts'],
    },
    {
      promise: 'A killed import is stored as a whole or not at all.',
      tests: ['test/cli/import-interruption.test.ts', 'test/prove/kills.test.ts'],
    },
    {
      promise: 'A killed service, backup, restore or copy leaves a database that can be used.',
      tests: [
        'test/prove/kills.test.ts',
        'test/cli/backup.test.ts',
        'test/store/sqlite-processes.test.ts',
      ],
    },
    {
      promise: 'A killed deliverer repeats at most one batch of events, and skips none.',
      tests: ['test/webhooks/killed-process.test.ts'],
    },
    {
      promise: 'No accepted request is broken when the service stops.',
      tests: ['test/cli/shutdown.test.ts', 'test/cli/two-services.test.ts'],
    },
  ],
  'power and disk': [
    {
      promise:
        'After a power cut SQLite has every transaction that was acknowledged, and no part of another.',
      tests: ['test/prove/power-cut.test.ts'],
    },
    {
      promise:
        'A removed, replaced, locked or damaged file is reported, and used again when it is repaired.',
      tests: ['test/store/sqlite-recovery.test.ts', 'test/cli/lost-database.test.ts'],
    },
    {
      promise:
        'A disk that takes no more, and a process without file descriptors, lose nothing: reads continue, changes return 503, and both recover automatically.',
      tests: ['test/prove/disk.test.ts'],
    },
  ],
  clocks: [
    {
      promise:
        'A step of the clock loses no row, at any request of a run, for every certified exchange.',
      tests: [
        'test/sync/clock-steps.test.ts',
        'test/sync/clocks.test.ts',
        'test/sync/disagreeing-clocks.test.ts',
      ],
    },
  ],
  histories: [
    {
      promise:
        'The stored history equals what the exchange has served, with every fault, delay and change of the exchange.',
      tests: [
        'test/sync/histories-1.test.ts',
        'test/sync/histories-2.test.ts',
        'test/best-effort/histories.test.ts',
        'test/best-effort/random-exchanges.test.ts',
      ],
    },
    {
      promise: 'Amounts, times, statuses and fees are those of the exchange, digit by digit.',
      tests: ['test/sync/truth.test.ts', 'test/replay'],
    },
  ],
  databases: [
    {
      promise:
        'With PostgreSQL down, frozen, full, read-only or promoted, responses are 200 or 503.',
      tests: ['test/store/postgres-outage.test.ts', 'test/store/postgres-nodes.test.ts'],
    },
    {
      promise: 'Two engines return the same for the same writes.',
      tests: [
        'test/store/sqlite-contract.test.ts',
        'test/store/postgres-contract.test.ts',
        'test/store/import-properties.test.ts',
        'test/store/copy-store.test.ts',
      ],
    },
    {
      promise: 'PostgreSQL plans no sort and no scan of a wallet, with and without statistics.',
      tests: ['test/store/postgres-plans.test.ts', 'test/store/postgres-growth.test.ts'],
    },
  ],
  corruption: [
    {
      promise: 'A changed bit of an SQLite database is found, or changes nothing that is served.',
      tests: ['test/store/sqlite-corruption.test.ts', 'test/store/sqlite-checksums.test.ts'],
    },
  ],
  'tenants and secrets': [
    {
      promise:
        'A caller sees the wallets of its project, and gets the same response for foreign and unknown ones.',
      tests: [
        'test/prove/tenants.test.ts',
        'test/http/authentication.test.ts',
        'test/store/postgres-security.test.ts',
        'test/http/response-cache.test.ts',
        'test/http/cursor.test.ts',
      ],
    },
    {
      promise:
        'Secrets are sealed for one wallet, and in no log, error, metric, database or argument.',
      tests: [
        'test/prove/canaries.test.ts',
        'src/domain/secrets.test.ts',
        'src/exchanges/client/ccxt-client.test.ts',
        'test/cli/wallet-credentials.test.ts',
        'test/cli/master-key.test.ts',
      ],
    },
  ],
  'management API and Connect': [
    {
      promise:
        'A management key sees and changes what it is for; a repeated request is executed once.',
      tests: [
        'test/manage/attacks.test.ts',
        'test/manage/limits.test.ts',
        'test/manage/rows.test.ts',
        'src/manage/key-check.test.ts',
      ],
    },
    {
      promise: 'A connect session connects one account, once, and reveals nothing to others.',
      tests: ['test/manage/connect.test.ts'],
    },
  ],
  requests: [
    {
      promise: 'Totals and pages equal those of a model, for any filters and walks.',
      tests: ['test/http/listing-model.test.ts', 'test/http/cursor.test.ts'],
    },
    {
      promise:
        'A malformed, slow, pipelined or endless request gets a clear refusal, and delays no other.',
      tests: [
        'test/http/malformed-requests.test.ts',
        'test/http/pipelining.test.ts',
        'test/http/connections.test.ts',
        'test/http/slow-readers.test.ts',
        'test/http/large-bodies.test.ts',
        'test/http/wrong-keys.test.ts',
        'test/http/rate-limit.test.ts',
      ],
    },
  ],
  outbound: [
    {
      promise: 'Requests to an exchange only read, and follow no redirect.',
      tests: [
        'src/exchanges/client/read-only.test.ts',
        'src/exchanges/client/bounded-fetch.test.ts',
        'test/sync/limits.test.ts',
      ],
    },
    {
      promise: 'Webhooks reach public addresses only, in order, and no project delays another.',
      tests: [
        'test/webhooks/sender.test.ts',
        'src/webhooks/public-address.test.ts',
        'test/webhooks/delivery.test.ts',
        'test/webhooks/delivery-properties.test.ts',
        'test/webhooks/fairness.test.ts',
      ],
    },
  ],
};

/** The names of the subjects. */
export const SUBJECTS = Object.keys(PROMISES);

/** Returns the tests of a subject, each once. */
export function listTests(subject: string): readonly string[] {
  return [...new Set((PROMISES[subject] ?? []).flatMap(({ tests }) => tests))];
}
