/** Random sequences of all operations that write rows, on both engines: the rows and the checksums are right. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Store } from '../../src/store/store.ts';
import { addProject, CREDENTIALS, makeTransaction, makeWallet, T0 } from './contract/fixtures.ts';
import { type ImportedFile, ImportPlay, type ImportStep } from './import-play.ts';
import { openEmptyStore, STORE_ENGINES } from './store-engines.ts';

const RECORDS_MAX = 6;
const record = fc.record({
  asset: fc.constantFrom('BTC', 'ETH'),
  amount: fc.constantFrom(parseDecimal('1'), parseDecimal('1.50')),
  txid: fc.constantFrom(null, 'a', 'b'),
  timestampMs: fc.constantFrom(T0, T0 + 1, T0 + 500, T0 + 60_000, T0 + 60_250),
});
const file: fc.Arbitrary<ImportedFile> = fc.record({
  copies: fc.uniqueArray(
    fc.record({
      record: fc.nat(RECORDS_MAX - 1),
      hasId: fc.boolean(),
      isWrong: fc.boolean(),
      isCoarse: fc.boolean(),
    }),
    { selector: (copy) => copy.record, maxLength: RECORDS_MAX },
  ),
  ownRows: fc.array(fc.nat(2), { maxLength: 2 }),
});
/** Other rows than the records; a few ids, so that later rows change earlier ones. */
const otherRows = fc.array(
  fc
    .record({
      index: fc.nat(39),
      asset: fc.constantFrom('OTHER', 'THIRD'),
      type: fc.constantFrom('deposit', 'withdrawal'),
      status: fc.constantFrom('pending', 'completed'),
      amount: fc.constantFrom(parseDecimal('1'), parseDecimal('1.50')),
      txid: fc.constantFrom(null, 'a', 'b'),
      address: fc.constantFrom(null, 'x', 'y'),
      feeCost: fc.constantFrom(null, parseDecimal('0.1')),
      timestampMs: fc.constantFrom(T0, T0 + 60_000, T0 + 120_000, T0 + 180_000),
    })
    .map(({ index, ...fields }) => makeTransaction(`tx_o${index}`, fields)),
  { maxLength: 120 },
);
const step: fc.Arbitrary<ImportStep> = fc.oneof(
  fc.record({ do: fc.constant('sync' as const), records: fc.subarray([0, 1, 2, 3, 4, 5]) }),
  fc.record({ do: fc.constantFrom('import', 'import', 'tryOut', 'importAndUndo'), file }),
  fc.record({ do: fc.constant('undo' as const), which: fc.nat(5) }),
  fc.record({ do: fc.constantFrom('copy', 'change'), rows: otherRows }),
  fc.record({ do: fc.constant('load' as const), rows: otherRows, hasIds: fc.boolean() }),
);
const history = fc.record({
  records: fc.array(record, { minLength: 1, maxLength: RECORDS_MAX }),
  steps: fc.array(step, { maxLength: 10 }),
});

async function expectIntegrity(store: Store): Promise<void> {
  const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
}

describe.each(STORE_ENGINES)('imports and synchronisation in %s', (engine, runs) => {
  let opened: { readonly store: Store; readonly close: () => Promise<void> };
  let walletCount = 0;
  beforeAll(async () => {
    opened = await openEmptyStore(engine);
    await addProject(opened.store);
  });
  afterAll(() => opened.close());

  it(
    'never change a synced row, double a record, lose one or break a checksum',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async ({ records, steps }) => {
          const walletId = `wallet_${(walletCount += 1)}`;
          await opened.store.addWallet(makeWallet(walletId), CREDENTIALS);
          const rows = records.map((fields, index) => makeTransaction(`tx_r${index}`, fields));
          const play = new ImportPlay(opened.store, walletId, rows);
          for (const each of steps) await play.take(each);
          await expectIntegrity(opened.store);
          await play.finish();
          await expectIntegrity(opened.store);
          await opened.store.removeWallet(walletId);
        }),
        { numRuns: runs },
      );
    },
  );
});
