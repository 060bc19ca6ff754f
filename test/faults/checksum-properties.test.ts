/** Random sequences of all operations that write rows, on both engines: the checksums match the rows. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { Store } from '../../src/store/store.ts';
import {
  addProject,
  claim,
  CREDENTIALS,
  makeTransaction,
  makeWallet,
  makeWindow,
  T0,
} from '../store/contract/fixtures.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import { openEmptyStore, STORE_ENGINES } from '../store/store-engines.ts';
import { storeRows } from '../store/store-rows.ts';

const IDS = 40;
const MINUTE_MS = 60_000;

const arbitraryRow = fc
  .record({
    index: fc.nat(IDS - 1),
    asset: fc.constantFrom('BTC', 'ETH'),
    type: fc.constantFrom('deposit', 'withdrawal'),
    status: fc.constantFrom('pending', 'completed'),
    amount: fc.constantFrom(parseDecimal('1'), parseDecimal('1.50')),
    txid: fc.constantFrom(null, 'a', 'b'),
    address: fc.constantFrom(null, 'x', 'y'),
    feeCost: fc.constantFrom(null, parseDecimal('0.1')),
    minute: fc.nat(3),
  })
  .map(({ index, minute, ...fields }) =>
    makeTransaction(`tx_${index}`, { ...fields, timestampMs: T0 + minute * MINUTE_MS }),
  );
const arbitraryStep = fc.record({
  kind: fc.constantFrom('sync', 'sync', 'copy', 'import', 'importWithoutIds', 'undo'),
  rows: fc.array(arbitraryRow, { maxLength: IDS * 3 }),
});
type Step = typeof arbitraryStep extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(STORE_ENGINES)('checksums in %s', (engine, runs) => {
  let opened: { readonly store: Store; readonly close: () => Promise<void> };
  let walletCount = 0;
  let importCount = 0;
  beforeAll(async () => {
    opened = await openEmptyStore(engine);
    await addProject(opened.store);
  });
  afterAll(() => opened.close());

  async function take(walletId: string, { kind, rows }: Step, imports: string[]): Promise<void> {
    const { store } = opened;
    if (kind === 'undo') {
      const id = imports.pop();
      if (id !== undefined) await store.undoImport(id, T0);
    } else if (kind === 'copy') await storeRows(store, walletId, rows);
    else if (kind === 'sync') {
      const lease = await claim(store, walletId);
      await store.recordWindow(lease, makeWindow({ transactions: rows }));
      await store.releaseLease(lease);
    } else {
      const id = `import_${(importCount += 1)}`;
      const read = rows.map((row: Transaction) => ({
        ...row,
        id: kind === 'import' ? row.id : null,
      }));
      await importRows(store, walletId, read, { id });
      imports.push(id);
    }
  }

  it('match the rows after any sequence of writes', { timeout: 120_000 }, async () => {
    const { store } = opened;
    const steps = fc.array(arbitraryStep, { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const walletId = `wallet_${(walletCount += 1)}`;
        await store.addWallet(makeWallet(walletId), CREDENTIALS);
        const imports: string[] = [];
        for (const step of history) await take(walletId, step, imports);
        const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
        await store.removeWallet(walletId);
        const found = checks.filter(({ name }) => name === 'counts' || name === 'rows');
        expect(found.map(({ ok }) => ok)).toEqual([true, true]);
      }),
      { numRuns: runs },
    );
  });
});
