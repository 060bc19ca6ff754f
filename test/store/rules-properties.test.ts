/**
 * Random readings, outcomes and removals of coverage: both engines store the results of `src/store/rules`.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import type { CoverageRange, TimeRange, WalletSyncState } from '../../src/store/records.ts';
import { cutCoverage, mergeCoverage } from '../../src/store/rules/coverage.ts';
import type { StoredTransaction } from '../../src/store/rules/import-rows.ts';
import { asSynced, findChanges, mergeTransaction } from '../../src/store/rules/row-changes.ts';
import { applyOutcome } from '../../src/store/rules/sync-outcome.ts';
import type { Store } from '../../src/store/store.ts';
import { nameSyncState } from '../../src/store/sync-state.ts';
import type { RefreshOutcome, WindowRecord } from '../../src/store/sync.ts';
import {
  addProject,
  claim,
  CREDENTIALS,
  makeTransaction,
  makeWallet,
  makeWindow,
  T0,
} from './contract/fixtures.ts';
import { openEmptyStore, STORE_ENGINES } from './store-engines.ts';

const nullable = <T>(values: readonly [T, ...T[]]): fc.Arbitrary<T | null> =>
  fc.constantFrom(null, ...values);

const row = fc
  .record({
    id: fc.constantFrom('tx_a', 'tx_b', 'tx_c'),
    timestampMs: fc.integer({ min: T0, max: T0 + 3 }),
    status: fc.constantFrom('pending' as const, 'completed' as const),
    txid: nullable(['chain-1', 'chain-2']),
    address: nullable(['address-1', 'address-2']),
    feeCost: nullable([parseDecimal('0.1'), parseDecimal('0.20')]),
    feeCurrency: nullable(['BTC', 'ETH']),
  })
  .map(({ id, ...fields }) => makeTransaction(id, fields));
const range = fc
  .tuple(fc.nat(20), fc.integer({ min: 1, max: 8 }))
  .map(([from, length]) => ({ fromMs: T0 + from, toMs: T0 + from + length }));
const source = fc.constantFrom('deposits', 'withdrawals');
const failure = fc.record({
  code: fc.constantFrom('exchange_unavailable', 'exchange_key_refused'),
  message: fc.constantFrom('one', 'two'),
  atMs: fc.integer({ min: T0, max: T0 + 3 }),
});
const outcome: fc.Arbitrary<RefreshOutcome> = fc.record(
  {
    nextRunAtMs: nullable([T0, T0 + 1]),
    syncedAtMs: fc.constantFrom(T0, T0 + 1),
    historyComplete: fc.boolean(),
    unfinished: fc.boolean(),
    failure,
  },
  { requiredKeys: ['nextRunAtMs'] },
);
const step = fc.oneof(
  fc.record({
    window: fc.record({ source, covered: range, transactions: fc.array(row, { maxLength: 4 }) }),
  }),
  fc.record({ removed: fc.record({ source, range }) }),
  fc.record({ outcome }),
);

/** The expected state of a wallet according to the rules. */
class ExpectedWallet {
  rows: readonly StoredTransaction[] = [];
  coverage: readonly CoverageRange[] = [];
  sync: WalletSyncState;

  constructor(sync: WalletSyncState) {
    this.sync = sync;
  }

  recordWindow({ transactions, source, covered, readAtMs }: WindowRecord): void {
    const ids = new Set(transactions.map(({ id }) => id));
    const known = this.rows.filter(({ id }) => ids.has(id));
    const { written } = findChanges(known, transactions.map(asSynced), mergeTransaction);
    const rows = new Map(this.rows.map((stored) => [stored.id, stored]));
    for (const changed of written) rows.set(changed.id, changed);
    this.rows = [...rows.values()];
    if (covered === null) return;
    const added = { source, ...covered, readAtMs };
    const [neighbours, others] = this.#split(source, covered);
    this.coverage = [...others, mergeCoverage(added, neighbours)];
  }

  removeCoverage(source: string, removed: TimeRange): void {
    const [neighbours, others] = this.#split(source, removed);
    this.coverage = [...others, ...neighbours.flatMap((each) => cutCoverage(each, removed))];
  }

  /** Returns the ranges of a source that overlap or touch another range, and all others. */
  #split(source: string, { fromMs, toMs }: TimeRange): readonly [CoverageRange[], CoverageRange[]] {
    const isNeighbour = (each: CoverageRange): boolean =>
      each.source === source && each.fromMs <= toMs && each.toMs >= fromMs;
    const others = this.coverage.filter((each) => !isNeighbour(each));
    return [this.coverage.filter(isNeighbour), others];
  }
}

describe.each(STORE_ENGINES)('the wallets that synchronisation writes in %s', (engine, runs) => {
  let opened: { readonly store: Store; readonly close: () => Promise<void> };
  let walletCount = 0;
  beforeAll(async () => {
    opened = await openEmptyStore(engine);
    await addProject(opened.store);
  });
  afterAll(() => opened.close());

  it('match the rules', { timeout: 120_000 }, async () => {
    const { store } = opened;
    const check = fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const walletId = `wallet_${(walletCount += 1)}`;
      await store.addWallet(makeWallet(walletId, { exchange: walletId }), CREDENTIALS);
      const expected = new ExpectedWallet(await store.readSyncState(walletId));
      const lease = await claim(store, walletId);
      for (const [index, each] of steps.entries()) {
        if ('window' in each) {
          const window = makeWindow({ ...each.window, readAtMs: T0 + index });
          await store.recordWindow(lease, window);
          expected.recordWindow(window);
        } else if ('outcome' in each) {
          await store.recordOutcome(lease, each.outcome);
          expected.sync = applyOutcome(expected.sync, each.outcome);
        } else {
          const { source: removed, range: cut } = each.removed;
          await store.removeCoverage(lease, removed, cut);
          expected.removeCoverage(removed, cut);
        }
      }
      const rows = await store.listTransactionsAfter(walletId, undefined, 10);
      expect(new Set(rows)).toEqual(new Set(expected.rows));
      expect(new Set(await store.listCoverage(walletId))).toEqual(new Set(expected.coverage));
      expect(await store.readSyncState(walletId)).toEqual(expected.sync);
      const counts = await store.countWallets();
      const { state } = counts.find(({ exchange }) => exchange === walletId) ?? {};
      expect(state).toBe(nameSyncState(expected.sync));
    });
    await fc.assert(check, { numRuns: runs });
  });
});
