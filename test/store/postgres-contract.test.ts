import { afterAll, beforeAll } from 'vitest';

import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { encodeTransactionId } from '../../src/store/postgres/transaction-id.ts';
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

/** Returns the SQL of an identifier in the form that the database stores. */
function writeId(id: string): string {
  return String.raw`'\x${encodeTransactionId(id).toString('hex')}'::bytea`;
}

describeStoreContract('PostgreSQL', async () => {
  await database.clear();
  return {
    store,
    cleanup: () => Promise.resolve(),
    damage: (sql) =>
      database.query(
        sql
          .replaceAll(/x'([0-9a-f]+)'/g, String.raw`'\x$1'::bytea`)
          .replaceAll(/'(tx_[^']*)'/g, (_, id: string) => writeId(id))
          .replaceAll('wallet_no', 'wallet_id'),
      ),
  };
});
