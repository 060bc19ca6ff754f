import { afterAll, beforeAll } from 'vitest';

import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { damagePostgres } from './postgres-damage.ts';
import {
  createTestDatabase,
  migrateTestStore,
  openTestStore,
  type TestDatabase,
} from './postgres-database.ts';
import { describeStoreContract } from './store-contract.ts';

let database: TestDatabase;
let store: PostgresStore;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openTestStore(database.url);
  await migrateTestStore(store);
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
    damage: (sql) => damagePostgres(database, sql),
  };
});
