import type { Mutant } from '../mutant.ts';

const TRUTH = ['test/faults/truth.prove.test.ts'];
const HISTORIES = ['test/faults/histories.prove.test.ts'];

/** Guards of completeness and exactness in the synchronisation. */
export const SYNC_MUTANTS: readonly Mutant[] = [
  {
    does: 'reads with a key that may trade or withdraw and was stored unchecked',
    file: 'src/sync/key-rights.ts',
    replace: '    if (rights.length > 0) throw new PowerfulKeyError(exchange, rights);\n',
    by: '    if (rights.length < 0) throw new PowerfulKeyError(exchange, rights);\n',
    tests: ['test/sync/permissions.test.ts'],
  },
  {
    does: 'reads the windows after a pause newest first',
    file: 'src/sync/wallet-sync.ts',
    replace: 'const ordered = coverage.length > 0 ? inOrderOfTime(source) : source;',
    by: 'const ordered = coverage.length < 0 ? inOrderOfTime(source) : source;',
    tests: ['test/sync/late-rows.test.ts'],
  },
  {
    does: 'searches a row that is listed no longer at every run',
    file: 'src/sync/wallet-sync.ts',
    replace: 'return [...notFinal, ...missing];',
    by: 'return [...notFinal, ...missing.slice(missing.length)];',
    tests: ['test/sync/late-rows.test.ts'],
  },
  {
    does: 'covers time that the exchange does not return any more',
    file: 'src/sync/wallet-sync.ts',
    replace: 'const fromMs = Math.max(window.fromMs, completeFromMs);',
    by: 'const fromMs = Math.min(window.fromMs, completeFromMs);',
    tests: ['test/sync/late-rows.test.ts'],
  },
  {
    does: 'keeps quarantined rows that it can read now',
    file: 'src/store/statements/quarantine.ts',
    replace: 'AND key IN (SELECT mapped.key FROM ${mapped} AS mapped)',
    by: 'AND key IN (SELECT mapped.key FROM ${mapped} AS mapped WHERE false)',
    tests: ['test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'does not read the overlap for rows that arrive late',
    file: 'src/sync/windows.ts',
    replace: 'coveredToMs - source.overlapMs;',
    by: 'coveredToMs;',
    tests: ['src/sync/windows.test.ts', ...HISTORIES],
  },
  {
    does: 'does not reread the rows that were not final',
    file: 'src/sync/wallet-sync.ts',
    replace: '      ...recheckWindows(older),\n',
    by: '      ...recheckWindows(older.slice(older.length)),\n',
    tests: [...HISTORIES, ...TRUTH],
  },
  {
    does: 'covers time that the clock of the exchange has invented',
    file: 'src/sync/wallet-sync.ts',
    replace: 'if (range.toMs <= exchangeNowMs + COVERAGE_AHEAD_MS_MAX) continue;',
    by: 'if (range.toMs > -Infinity) continue;',
    tests: ['test/faults/clocks.test.ts', 'test/faults/disagreeing-clocks.test.ts'],
  },
  {
    does: 'calls a history complete that the exchange does not return in full',
    file: 'src/sync/wallet-sync.ts',
    replace: 'return gaps.length === 0 && this.#missingAssets.size === 0;',
    by: 'return gaps.length >= 0 && this.#missingAssets.size === 0;',
    tests: ['test/sync/worker.test.ts'],
  },
  {
    does: 'skips rows that it cannot map',
    file: 'src/store/statements/sync-writes.ts',
    replace: '  await replaceWindowQuarantine(session, walletNo, record);\n',
    by: '',
    tests: [
      'test/sync/corrupted-rows.test.ts',
      'test/faults/exchange-faults.test.ts',
      'test/store/sqlite-contract.test.ts',
    ],
  },
  {
    does: 'covers time up to a wrong clock of the exchange',
    file: 'src/sync/wallet-sync.ts',
    replace: '  return Math.min(exchangeNowMs, limitMs);',
    by: '  return Math.max(exchangeNowMs, limitMs - limitMs);',
    tests: ['test/faults/disagreeing-clocks.test.ts', 'test/faults/clocks.test.ts'],
  },
  {
    does: 'covers what the exchange no longer returns',
    file: 'src/sync/wallet-sync.ts',
    replace: 'const fromMs = Math.max(window.fromMs, completeFromMs);\n    const toMs',
    by: 'const fromMs = Math.min(window.fromMs, completeFromMs);\n    const toMs',
    tests: ['test/sync/unreachable-windows.test.ts', 'test/best-effort/cut-lists.test.ts'],
  },
  {
    does: 'calls a history complete while assets of it may be missing',
    file: 'src/sync/wallet-sync.ts',
    replace: 'return gaps.length === 0 && this.#missingAssets.size === 0;',
    by: 'return gaps.length === 0;',
    tests: ['test/sync/worker.test.ts'],
  },
  {
    does: 'stops at the first source that fails',
    file: 'src/sync/wallet-sync.ts',
    replace: 'if (!this.#concernsOneSource(error)) throw error;',
    by: 'throw error;',
    tests: ['test/faults/exchange-faults.test.ts'],
  },
  {
    does: 'counts a synchronisation with a failed source as complete',
    file: 'src/sync/wallet-run.ts',
    replace: '  if (sync.failure !== undefined) throw sync.failure;\n',
    by: '',
    tests: ['test/faults/exchange-faults.test.ts'],
  },
  {
    does: 'skips a source after a transient error',
    file: 'src/sync/wallet-sync.ts',
    replace:
      'if (!source.optional || !(error instanceof ExchangeError) || error.transient) throw error;',
    by: 'if (!source.optional || !(error instanceof ExchangeError)) throw error;',
    tests: ['test/faults/optional-sources.prove.test.ts'],
  },
  {
    does: 'does not renew its lease',
    file: 'src/sync/wallet-run.ts',
    replace: 'await store.renewLease(lease, nowMs() + LEASE_MS);',
    by: 'await Promise.resolve(nowMs() + LEASE_MS);',
    tests: ['test/sync/worker.test.ts'],
  },
  {
    does: 'retries a refused key',
    file: 'src/sync/schedule.ts',
    replace: 'if (error?.permanent === true) return null;',
    by: '',
    tests: ['src/sync/schedule.test.ts', 'test/faults/exchange-faults.test.ts'],
  },
  {
    does: 'retries without growing waits',
    file: 'src/sync/schedule.ts',
    replace: 'BACKOFF_MS * 2 ** Math.min(failureCount, 20)',
    by: 'BACKOFF_MS * 2 ** Math.min(0 * failureCount, 20)',
    tests: ['src/sync/schedule.test.ts'],
  },
  {
    does: 'lets one exchange use all slots of the worker',
    file: 'src/sync/worker.ts',
    replace: 'runs.length >= CONCURRENT_PER_EXCHANGE_MAX',
    by: 'runs.length >= 100 * CONCURRENT_PER_EXCHANGE_MAX',
    tests: ['test/sync/worker.test.ts', 'test/sync/limits.test.ts'],
  },
  {
    does: 'lets a long backfill delay other wallets',
    file: 'src/sync/wallet-run.ts',
    replace: 'await sync.backfill(nowMs() + sliceMs);',
    by: 'await sync.backfill(nowMs() + Infinity * sliceMs);',
    tests: ['test/sync/worker.test.ts'],
  },
  {
    does: 'takes a window that the exchange did not return for an empty one',
    file: 'src/sync/wallet-sync.ts',
    replace:
      "if (error instanceof WindowOverflowError && divisible) return 'overflow';\n      throw error;",
    by: "if (error instanceof WindowOverflowError && divisible) return 'overflow';\n      if (!this.#context.signal.aborted) return { transactions: [], unreadable: [], completeFromMs: fromMs };\n      throw error;",
    tests: ['test/faults/histories.prove.test.ts', 'test/faults/exchange-faults.test.ts'],
  },
];
