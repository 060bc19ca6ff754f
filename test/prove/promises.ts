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
      tests: ['test/faults/killed-writers.test.ts', 'test/faults/kills.prove.test.ts'],
    },
    {
      promise: 'A killed import is stored as a whole or not at all.',
      tests: ['test/faults/interrupted-import.test.ts', 'test/faults/kills.prove.test.ts'],
    },
    {
      promise:
        'A killed service has every change that it acknowledged, also if each commit takes 50 ms, and is ready again within 3 s, or on a busy machine within twice the time of a clean start.',
      tests: ['test/faults/kills.prove.test.ts', 'test/faults/killed-writers.test.ts'],
    },
    {
      promise:
        'A killed migration, copy or restore has changed everything or nothing, a killed backup has left a complete file or none, and each can be repeated.',
      tests: [
        'test/faults/kills.prove.test.ts',
        'test/cli/backup.test.ts',
        'test/faults/backup.prove.test.ts',
      ],
    },
    {
      promise: 'A killed deliverer repeats at most one batch of events, and skips none.',
      tests: [
        'test/faults/killed-deliverer.prove.test.ts',
        'test/webhooks/delivery-properties.test.ts',
        'test/webhooks/concurrent-deliveries.test.ts',
      ],
    },
    {
      promise:
        'A command that is ended or killed leaves no temporary file, or the next command removes it.',
      tests: [
        'test/faults/leftover-files.prove.test.ts',
        'test/faults/interrupted-import.test.ts',
        'test/faults/import-postgres.prove.test.ts',
      ],
    },
    {
      promise: 'No accepted request is broken when the service stops.',
      tests: [
        'test/cli/serve.test.ts',
        'test/faults/shutdown.prove.test.ts',
        'test/faults/two-services.prove.test.ts',
      ],
    },
  ],
  'power and disk': [
    {
      promise:
        'After a power cut SQLite has every transaction that was acknowledged, and no part of another.',
      tests: ['test/faults/power-cut.test.ts'],
    },
    {
      promise:
        'A removed, replaced, locked or damaged file, a disk that takes no more, and a process without file descriptors lose nothing: they are reported, reads continue or return 503, changes return 503, and the service recovers automatically.',
      tests: [
        'test/faults/sqlite-recovery.test.ts',
        'test/faults/lost-database.test.ts',
        'test/faults/disk.prove.test.ts',
        'test/faults/mounted-disk.prove.test.ts',
        'test/faults/standard-output.prove.test.ts',
        'test/faults/log-reader.prove.test.ts',
      ],
    },
  ],
  clocks: [
    {
      promise:
        'A step of the clock at a request of a run loses no row, drawn for every certified exchange.',
      tests: [
        'test/faults/clock-steps.prove.test.ts',
        'test/faults/short-histories.test.ts',
        'test/faults/clocks.test.ts',
        'test/faults/disagreeing-clocks.test.ts',
        'test/faults/refused-times.prove.test.ts',
      ],
    },
  ],
  histories: [
    {
      promise:
        'The stored history of a certified exchange equals what the exchange has served, with failing, cut and limited responses, late and changed rows, steps of the clock and interruptions.',
      tests: [
        'test/faults/exchange-faults.prove.test.ts',
        'test/faults/histories.prove.test.ts',
        'test/faults/short-histories.test.ts',
        'test/sync/late-rows.test.ts',
      ],
    },
    {
      promise:
        'A row that a certified exchange omits for a time is stored as the exchange reports it afterwards.',
      tests: ['test/faults/histories.prove.test.ts', 'test/sync/late-rows.test.ts'],
    },
    {
      promise:
        'The stored history of a best-effort exchange equals what the exchange has served, or is not reported as complete.',
      tests: [
        'test/faults/optional-sources.prove.test.ts',
        'test/faults/random-exchanges.prove.test.ts',
        'test/best-effort/odd-rows.prove.test.ts',
        'test/best-effort/exchange-samples.test.ts',
      ],
    },
    {
      promise: 'Amounts, times, statuses and fees are those of the exchange, digit by digit.',
      tests: [
        'test/sync/exchanges.test.ts',
        'test/faults/truth.prove.test.ts',
        'test/faults/reconciliation.prove.test.ts',
        'test/sync/withdrawable.prove.test.ts',
        'test/replay',
      ],
    },
  ],
  databases: [
    {
      promise:
        'With PostgreSQL down, frozen, locked, full or promoted, responses are 200 or 503. While it is read-only, reads continue and changes return 503.',
      tests: [
        'test/faults/postgres-outage.test.ts',
        'test/faults/postgres-disturbed.prove.test.ts',
        'test/faults/postgres-nodes.prove.test.ts',
        'test/faults/postgres-standby.prove.test.ts',
        'test/faults/unavailable-rows.prove.test.ts',
      ],
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
      tests: ['test/store/postgres-plans.prove.test.ts', 'test/store/postgres-growth.test.ts'],
    },
  ],
  supply: [
    {
      promise:
        'Each installed package has a permissive licence and a checksum, and runs no script; the CI workflow asks npm for known weaknesses.',
      tests: ['test/attacks/supply.test.ts'],
    },
  ],
  upgrades: [
    {
      promise:
        'The database of each release is upgraded, on SQLite and PostgreSQL, and returns and serves what was stored.',
      tests: ['test/upgrades/upgrades.test.ts', 'tools/release.prove.test.ts'],
    },
  ],
  corruption: [
    {
      promise:
        'A changed bit of an SQLite database is found, or changes no transaction and no balance that is served.',
      tests: ['test/faults/sqlite-corruption.test.ts', 'test/faults/sqlite-checksums.test.ts'],
    },
    {
      promise:
        'No row of a corrupted page of PostgreSQL is served, and `teller doctor` reports the page.',
      tests: ['test/faults/postgres-corruption.test.ts'],
    },
  ],
  'tenants and secrets': [
    {
      promise:
        'No response, cached, compressed, conditional or from a cursor, has a byte of a foreign wallet.',
      tests: ['test/attacks/foreign-rows.test.ts'],
    },
    {
      promise:
        'A caller sees the wallets of its project, and gets the same response for foreign and unknown ones.',
      tests: [
        'test/attacks/authentication.test.ts',
        'test/attacks/postgres-security.test.ts',
        'test/http/response-cache.test.ts',
        'test/http/cursor.test.ts',
      ],
    },
    {
      promise: 'Foreign and unknown wallets, and wrong and unknown keys, take the same time.',
      tests: ['test/attacks/timing.test.ts'],
    },
    {
      promise:
        'Secrets are sealed for one wallet, and in no log, error, metric, database or argument.',
      tests: [
        'test/attacks/secrets.prove.test.ts',
        'src/domain/secrets.test.ts',
        'src/exchanges/client/ccxt-client.test.ts',
        'test/cli/wallet-credentials.prove.test.ts',
        'test/cli/master-key.prove.test.ts',
      ],
    },
  ],
  'management API and Connect': [
    {
      promise:
        'A management key sees and changes what it is for; a repeated request is executed once.',
      tests: [
        'test/attacks/management-tenants.test.ts',
        'test/attacks/management-bodies.test.ts',
        'test/attacks/management.prove.test.ts',
        'test/attacks/management-limits.test.ts',
        'test/attacks/refused-bodies.prove.test.ts',
        'test/manage/rows.test.ts',
        'test/manage/rotate-secret.test.ts',
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
      tests: [
        'test/store/sqlite-contract.test.ts',
        'test/store/postgres-contract.test.ts',
        'test/http/cursor.test.ts',
      ],
    },
    {
      promise:
        'On both listeners a malformed request is refused and hides no other, no request fails, 99 % take less than 10 ms of processor time, and none without valid credentials takes 2 ms of it.',
      tests: ['test/attacks/requests.test.ts'],
    },
    {
      promise:
        'A malformed, slow, pipelined or endless request gets a clear refusal, and delays no other.',
      tests: [
        'test/attacks/unfinished-requests.prove.test.ts',
        'test/attacks/malformed-requests.test.ts',
        'test/attacks/pipelining.test.ts',
        'test/attacks/connections.test.ts',
        'test/attacks/slow-readers.prove.test.ts',
        'test/attacks/large-bodies.test.ts',
        'test/attacks/wrong-keys.test.ts',
        'test/attacks/rate-limit.test.ts',
      ],
    },
  ],
  overload: [
    {
      promise:
        'At three times its capacity the service answers 200, 429 or 503 or refuses the connection, and answers new callers as usual within 5 s of its end; at half of it, neither the service nor its sync worker grows by 64 MB or 16 descriptors, and the log stays below 64 MB.',
      tests: ['test/faults/load.prove.test.ts', 'test/http/operations.test.ts'],
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
        'test/attacks/webhook-sender.test.ts',
        'src/webhooks/public-address.test.ts',
        'test/webhooks/delivery.test.ts',
        'test/webhooks/delivery.prove.test.ts',
        'test/webhooks/concurrent-deliveries.test.ts',
        'test/webhooks/concurrent-deliveries.prove.test.ts',
        'test/manage/webhook-address.test.ts',
        'test/webhooks/delivery-properties.test.ts',
        'test/webhooks/deliverer.test.ts',
        'test/attacks/webhook-fairness.prove.test.ts',
      ],
    },
  ],
  'several processes': [
    {
      promise:
        'Several services and workers of one database share the wallets and see all changes.',
      tests: [
        'test/faults/two-services.prove.test.ts',
        'test/cli/workers.prove.test.ts',
        'test/sync/worker.test.ts',
        'test/store/postgres-changes.test.ts',
        'test/faults/serve.prove.test.ts',
      ],
    },
  ],
  proxies: [
    {
      promise:
        'nginx and HAProxy with the configurations of `deploy/proxy/` change no response, forward the address of the caller, answer no part of a malformed request, and fail no request while an instance is replaced.',
      tests: ['test/deploy/proxies.test.ts', 'test/deploy/proxy-files.test.ts'],
    },
  ],
  telemetry: [
    {
      promise: 'Logs and traces follow a synchronisation, a request and a delivery.',
      tests: ['test/telemetry/traces.prove.test.ts', 'test/sync/exchanges.test.ts'],
    },
  ],
  pages: [
    {
      promise:
        'The explorer, the page of the management API, the Connect page and the reference work in a browser, satisfy axe in both colour schemes, and fit windows of every width.',
      tests: ['test/explorer'],
    },
  ],
  'first steps': [
    {
      promise:
        'The quick start, the examples, the packed client and the tools of contributors work.',
      tests: [
        'test/docs/quick-start.prove.test.ts',
        'test/cli/import-docs.prove.test.ts',
        'test/client/restart.prove.test.ts',
        'test/docs/api-guide.test.ts',
        'test/manage/example.prove.test.ts',
        'test/client/package.prove.test.ts',
        'tools/dev.prove.test.ts',
        'tools/new-exchange.prove.test.ts',
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
