import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { describeStoreContract } from './store-contract.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

describeStoreContract('SQLite', async () => {
  const { path, remove } = makeTemporaryDatabase();
  const store = openSqliteStore({ path });
  await store.migrate();
  const cleanup = async (): Promise<void> => {
    await store.close();
    remove();
  };
  return { store, cleanup };
});
