import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../../../src/domain/decimal.ts';
import type { TransactionType } from '../../../src/domain/transaction.ts';
import {
  CONFLICTS_SHOWN_MAX,
  IMPORT_BATCH_ROWS,
  type ReadFile,
} from '../../../src/store/import.ts';
import {
  addOneWallet,
  listAll,
  makeTransaction,
  type OpenStore,
  T0,
  useOpened,
} from './fixtures.ts';
import { storeRows } from '../store-rows.ts';
import { importRows } from './import-fixtures.ts';

/** Tests files with several rows of one id, and files that add nothing. */
export function describeImportedFiles(openStore: OpenStore): void {
  describe('imported files', () => {
    const opened = useOpened(openStore);
    const store = () => opened().store;
    const row = (status: 'pending' | 'failed' | 'completed') => makeTransaction('tx_1', { status });

    it('change a row in the order of their lines, if they have its id twice', async () => {
      const id = await addOneWallet(store());
      await importRows(store(), id, [row('completed')]);
      const file = [row('pending'), row('completed')];
      const outcome = await importRows(store(), id, file, { id: 'import_two' });
      expect(outcome).toMatchObject({ added: 0, known: 0, changed: 2 });
      expect(await listAll(store(), id)).toEqual([row('completed')]);
    });

    it('restore the former value of a row that they change twice, when they are undone', async () => {
      const id = await addOneWallet(store());
      await importRows(store(), id, [row('pending')]);
      // The last change is in another batch of rows than the first ones.
      const file = Array.from({ length: IMPORT_BATCH_ROWS }, () => row('failed'));
      await importRows(store(), id, [...file, row('completed')], { id: 'import_two' });
      expect(await listAll(store(), id)).toEqual([row('completed')]);
      await store().undoImport('import_two', T0);
      expect(await listAll(store(), id)).toEqual([row('pending')]);
    });

    it('add a row once that has its id twice, also with rows without an id', async () => {
      const id = await addOneWallet(store());
      const bare = { ...makeTransaction('', { asset: 'ETH' }), id: null };
      const outcome = await importRows(store(), id, [row('pending'), row('completed'), bare, bare]);
      expect(outcome).toMatchObject({ rows: 4, added: 3, changed: 1 });
      const listed = await listAll(store(), id);
      expect(listed.filter(({ asset }) => asset === 'BTC')).toEqual([row('completed')]);
    });

    it('add a row with an id of its own, although a stored row has the same values', async () => {
      const id = await addOneWallet(store());
      const synced = makeTransaction('tx_1', { txid: 'a' });
      await storeRows(store(), id, [synced]);
      const bare = { ...synced, amount: parseDecimal('9'), id: null };
      const file = [bare, { ...synced, id: 'tx_2' }];
      expect(await importRows(store(), id, file)).toMatchObject({ added: 2, known: 0 });
    });

    it('have one row for each stored one, also if an earlier file had one of them', async () => {
      const id = await addOneWallet(store());
      await storeRows(store(), id, [makeTransaction('tx_1', { txid: 'a', timestampMs: T0 + 5 })]);
      const at = (ms: number) => ({
        ...makeTransaction('', { txid: 'a', timestampMs: T0 + ms }),
        id: null,
      });
      expect(await importRows(store(), id, [at(1), at(2)])).toMatchObject({ added: 1, known: 1 });
      const second = await importRows(store(), id, [at(2), at(3)], { id: 'import_two' });
      expect(second).toMatchObject({ added: 0, known: 2 });
    });

    it.each([
      ['credit', 'debit'],
      ['transfer_in', 'transfer_out'],
    ] as const)('add a %s to an equal %s of an earlier file', async (added, stored) => {
      const id = await addOneWallet(store());
      const ofType = (type: TransactionType) => ({ ...makeTransaction('', { type }), id: null });
      await importRows(store(), id, [ofType(stored)]);
      const outcome = await importRows(store(), id, [ofType(added)], { id: 'import_two' });
      expect(outcome).toMatchObject({ added: 1, known: 0, changed: 0 });
      const listed = await listAll(store(), id);
      expect(listed.map(({ type }) => type).toSorted()).toEqual([added, stored]);
    });

    it('have other rows than the stored ones if amounts differ by a power of ten', async () => {
      const id = await addOneWallet(store());
      const withAmount = (text: string) =>
        makeTransaction('tx_1', { amount: parseDecimal(text), txid: 'a' });
      await storeRows(store(), id, [withAmount('10')]);
      const others = ['1', '100'].map((text) => Object.assign(withAmount(text), { id: null }));
      expect(await importRows(store(), id, others)).toMatchObject({ added: 2 });
      const equal = [{ ...withAmount('10.0'), id: null }];
      expect(await importRows(store(), id, equal, { id: 'import_two' })).toMatchObject({
        known: 1,
      });
    });

    it('have a row with milliseconds for a stored one of the same second without', async () => {
      const id = await addOneWallet(store());
      await storeRows(store(), id, [makeTransaction('tx_1')]);
      const file = [124, 1124].map((ms) =>
        Object.assign(makeTransaction('', { timestampMs: T0 + ms }), { id: null }),
      );
      expect(await importRows(store(), id, file)).toMatchObject({ added: 1, known: 1 });
    });

    it('have equal rows for those without an id, also if later rows have one', async () => {
      const id = await addOneWallet(store());
      const synced = makeTransaction('tx_1', { txid: 'a' });
      await storeRows(store(), id, [synced]);
      const rows = [{ ...synced, id: null }, makeTransaction('tx_2')];
      const read: ReadFile = async (stage) => {
        for (const [index, each] of rows.entries()) await stage([{ ...each, line: index + 1 }]);
        return 'sha256';
      };
      expect(await importRows(store(), id, [], { read })).toMatchObject({ added: 1, known: 1 });
    });

    it('report their progress up to the last row, if some are known, some differ and some are new', async () => {
      const id = await addOneWallet(store());
      const rows = ['tx_1', 'tx_2', 'tx_3', 'tx_4'].map((each) => makeTransaction(each));
      await storeRows(store(), id, rows.slice(0, 3));
      const reported: (readonly [number, number])[] = [];
      const file = [...rows.slice(1), makeTransaction('tx_1', { asset: 'ETH' })];
      const onProgress = (done: number, total: number) => void reported.push([done, total]);
      await importRows(store(), id, file, { onProgress });
      expect(reported).toEqual([
        [1, 4],
        [4, 4],
      ]);
    });

    it('list the first conflicts of all their batches', async () => {
      const id = await addOneWallet(store());
      await storeRows(store(), id, [row('completed')]);
      const file = Array.from({ length: IMPORT_BATCH_ROWS + 1 }, () => row('failed'));
      const { conflicts, shownConflicts } = await importRows(store(), id, file);
      expect([conflicts, shownConflicts.length]).toEqual([file.length, CONFLICTS_SHOWN_MAX]);
    });

    it('are not recorded if the import of known rows is stopped', async () => {
      const id = await addOneWallet(store());
      await importRows(store(), id, [row('completed')]);
      const stopped = { id: 'import_two', signal: AbortSignal.abort() };
      await expect(importRows(store(), id, [row('completed')], stopped)).rejects.toThrow('aborted');
      expect(await store().listImports()).toHaveLength(1);
    });

    it('are refused as a whole if the last of their rows cannot be stored', async () => {
      const id = await addOneWallet(store());
      const wrong = makeTransaction('tx_2', { timestampMs: Number.NaN });
      await expect(importRows(store(), id, [row('completed'), wrong])).rejects.toThrow(Error);
      expect(await store().listImports()).toEqual([]);
    });

    it('give a wallet no history if they add nothing', async () => {
      const id = await addOneWallet(store());
      expect(await importRows(store(), id, [])).toMatchObject({ rows: 0, added: 0 });
      expect(await store().readSyncState(id)).toMatchObject({ hasImports: false, state: 'new' });
    });

    it('give a wallet no history if they only had rows of an import that is undone', async () => {
      const id = await addOneWallet(store());
      await importRows(store(), id, [row('completed')]);
      await importRows(store(), id, [row('completed')], { id: 'import_two' });
      await store().undoImport('import_one', T0);
      expect(await listAll(store(), id)).toEqual([]);
      expect(await store().readSyncState(id)).toMatchObject({ hasImports: false, state: 'new' });
    });

    it('give a wallet a history if they have changed a row of an import that is undone', async () => {
      const id = await addOneWallet(store());
      await importRows(store(), id, [row('pending')]);
      await importRows(store(), id, [row('completed')], { id: 'import_two' });
      await store().undoImport('import_one', T0);
      expect(await listAll(store(), id)).toEqual([row('completed')]);
      expect(await store().readSyncState(id)).toMatchObject({ hasImports: true });
    });
  });
}
