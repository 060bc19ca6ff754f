import { afterAll, beforeAll } from 'vitest';

import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { damagePostgres } from './postgres-damage.ts';
import { createMigratedDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';
import { describeStoreContract } from './store-contract.ts';

let database: TestDatabase;
let store: PostgresStore;

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
    damage: (sql) => damagePostgres(database, sql),
  };
});
