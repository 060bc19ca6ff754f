import { DatabaseSync } from 'node:sqlite';

import { openMigratedStore } from './migrated-sqlite.ts';
import { describeStoreContract } from './store-contract.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

describeStoreContract('SQLite', async () => {
  const { path, remove } = makeTemporaryDatabase();
  const store = await openMigratedStore({ path });
  const cleanup = async (): Promise<void> => {
    await store.close();
    remove();
  };
  const damage = async (sql: string): Promise<void> => {
    const raw = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    raw.exec(sql);
    raw.close();
  };
  return { store, cleanup, damage };
});
