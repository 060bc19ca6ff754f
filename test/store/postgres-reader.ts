import pg from 'pg';

import type { Store } from '../../src/store/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { createTestDatabase, migrateTestStore, STORE_OPTIONS } from './postgres-database.ts';

/** An empty store, and a connection of a role for readers that only has its rights in this database. */
export async function openReadDatabase(): Promise<{
  readonly store: Store;
  readonly reader: pg.Client;
  readonly role: string;
  readonly close: () => Promise<void>;
}> {
  const database = await createTestDatabase();
  const role = new URL(database.url).pathname.slice(1);
  await database.query(`CREATE ROLE ${role} LOGIN`);
  const store = openPostgresStore({ ...STORE_OPTIONS, url: database.url, readerRole: role });
  await migrateTestStore(store);
  const address = Object.assign(new URL(database.url), { username: role });
  const reader = new pg.Client(address.href);
  await reader.connect();
  const close = async (): Promise<void> => {
    await reader.end();
    await store.close();
    await database.query(`DROP OWNED BY ${role}`);
    await database.query(`DROP ROLE ${role}`);
    await database.drop();
  };
  return { store, reader, role, close };
}
