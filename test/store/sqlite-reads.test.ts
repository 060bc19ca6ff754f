/** How many rows SQLite returns for a page. */
import { expect, it, vi } from 'vitest';

import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { addOneWallet, makeQuery, makeTransaction, T0 } from './contract/fixtures.ts';
import { openMigratedStore } from './migrated-sqlite.ts';
import { storeRows } from './store-rows.ts';
import { useTemporaryDatabase } from './temporary-database.ts';

let path = '';
useTemporaryDatabase((made) => (path = made));

it('a page of a walk reads as many rows as it has, however many rows were moved', async () => {
  const store = await openMigratedStore({ path });
  const walletId = await addOneWallet(store);
  const makeRows = (atMs: number) =>
    Array.from({ length: 50 }, (_each, no) =>
      makeTransaction(`tx_${no}`, { timestampMs: atMs - no }),
    );
  await storeRows(store, walletId, makeRows(T0));
  const wallet = await store.readWalletKey(walletId);
  const { next } = await store.listTransactions(wallet, makeQuery({ limit: 5 }));
  await storeRows(store, walletId, makeRows(T0 + 1000));
  const rows = vi.spyOn(SqliteConnection.prototype, 'rows');
  const page = await store.listTransactions(wallet, makeQuery({ limit: 5, after: next! }));
  const counts = await Promise.all(
    rows.mock.results.map(async ({ value }) => (await value).length),
  );
  rows.mockRestore();
  await store.close();
  expect(page.json).toContain('tx_5');
  expect(Math.max(...counts)).toBe(6);
});
