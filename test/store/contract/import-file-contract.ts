import { describe, expect, it } from 'vitest';

import { IMPORT_BATCH_ROWS } from '../../../src/store/import.ts';
import {
  addOneWallet,
  listAll,
  makeTransaction,
  type OpenStore,
  T0,
  useOpened,
} from './fixtures.ts';
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
