import { afterAll, beforeAll } from 'vitest';

import type { Store } from '../../src/store/store.ts';
import { createMigratedDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';
import { describeStoreContract } from './store-contract.ts';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createMigratedDatabase();
  store = openTestStore(database.url);
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

describeStoreContract('PostgreSQL', async () => {
  await database.clear();
  return {
    store,
    cleanup: () => Promise.resolve(),
    // Without the checks of foreign keys, which a program can switch off.
    damage: (sql) =>
      database.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`),
  };
});
