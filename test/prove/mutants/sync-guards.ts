import type { Mutant } from '../mutant.ts';

/** Guards of runs and workers of the synchronisation. */
export const SYNC_GUARD_MUTANTS: readonly Mutant[] = [
  {
    does: 'leaves new rows unread while the window of an old row fails',
    file: 'src/sync/wallet-sync.ts',
    replace: '      rereadError = error;\n',
    by: '      throw error;\n',
    tests: ['test/sync/late-rows.test.ts'],
  },
  {
    does: 'reports a wallet as synchronised if the window of an old row failed',
    file: 'src/sync/wallet-sync.ts',
    replace: '    if (rereadError !== undefined) throw rereadError;\n',
    tests: ['test/sync/late-rows.test.ts'],
  },
  {
    does: 'takes the duration of a slow announcement as an error of its clock',
    file: 'src/sync/worker-presence.ts',
    replace: 'distanceTo(storeTimeMs, atMs, nowMs())',
    by: 'distanceTo(storeTimeMs, atMs, atMs)',
    tests: ['test/sync/slow-announcements.test.ts'],
  },
  {
    does: 'announces a worker again before the announcement before has ended',
    file: 'src/sync/repeat.ts',
    replace: '    if (running) return;\n',
    tests: ['test/sync/slow-announcements.test.ts'],
  },
  {
    does: 'forgets a run that was requested while the wallet was synchronised',
    file: 'src/store/statements/sync-writes.ts',
    replace: 'before.nextRunAtMs !== lease.nextRunAtMs || (unfinished',
    by: '(unfinished',
    tests: ['test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'takes the plan before a backfill as a requested run',
    file: 'src/store/statements/sync-writes.ts',
    replace: ' || (unfinished && before.nextRunAtMs !== null)',
    tests: ['test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'plans no run of a stopped wallet until its backfill has ended',
    file: 'src/store/statements/sync-writes.ts',
    replace: '(unfinished && before.nextRunAtMs !== null)',
    by: 'unfinished',
    tests: ['test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'doubles the pause of an exchange for calls that were already running',
    file: 'src/exchanges/client/circuit-breaker.ts',
    replace: '    if (pausesBefore !== this.#pauseCount) return;\n',
    tests: ['src/exchanges/client/circuit-breaker.test.ts'],
  },
  {
    does: 'loses the results of all wallets if one is removed while it is synchronised',
    file: 'src/sync/worker.ts',
    replace: 'if (error instanceof RecordNotFoundError) return removedResult',
    by: 'if (lease === undefined) return removedResult',
    tests: ['test/sync/removed-wallets.test.ts'],
  },
  {
    does: 'runs a wallet again immediately whose wait is longer than the interval',
    file: 'src/sync/schedule.ts',
    replace: 'return Math.ceil(intervalMs * (1 + JITTER));',
    by: 'return Math.ceil(intervalMs);',
    tests: ['src/sync/schedule.test.ts'],
  },
  {
    does: 'does not report the requests to exchanges that fail',
    file: 'src/exchanges/client/guard-requests.ts',
    replace: 'onRequest?.({ ...request, status: call?.status, ms, rows });',
    by: 'if (call?.status === 200) onRequest?.({ ...request, status: call.status, ms, rows });',
    tests: ['src/exchanges/client/ccxt-client.test.ts'],
  },
  {
    does: 'does not have the rights of a key checked that replaces another one',
    file: 'src/manage/wallets.ts',
    replace: 'const stored = { ...sealed, rightsUnchecked };',
    by: 'const stored = { ...sealed, rightsUnchecked: rightsUnchecked && false };',
    tests: ['test/manage/requests.test.ts'],
  },
  {
    does: 'explains the nonce of an error that is not about the clock',
    file: 'src/sync/sync-failure.ts',
    replace: "code === 'exchange_clock' && /",
    by: '/',
    tests: ['src/sync/sync-failure.test.ts'],
  },
  {
    does: 'reads a source again before its interval has passed',
    file: 'src/sync/wallet-sync.ts',
    replace: 'if (headIsDue) await',
    by: 'await',
    tests: ['test/sync/run-order.test.ts'],
  },
];
