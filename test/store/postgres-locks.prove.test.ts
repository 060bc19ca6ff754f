import { setTimeout as sleep } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { addOneWallet, listAll } from './contract/fixtures.ts';
import { makeMigrationPending } from './pending-migration.ts';
import { createMigratedDatabase, openTestStore } from './postgres-database.ts';

/** Together they take as long as the migration tries. */
const READS = 90;
const READ_INTERVAL_MS = 100;

it('a migration ends while a dump continues, and callers are answered', async () => {
  const database = await createMigratedDatabase();
  const store = openTestStore(database.url);
  const walletId = await addOneWallet(store);
  await makeMigrationPending(database);
  await database.query('BEGIN; LOCK TABLE wallet IN ACCESS SHARE MODE');
  const message = 'another process uses the tables, such as a dump or an import;';
  const read = async () => {
    for (let count = 0; count < READS; count += 1) {
      expect(await listAll(store, walletId)).toEqual([]);
      await sleep(READ_INTERVAL_MS);
    }
  };
  await Promise.all([expect(store.migrate()).rejects.toThrow(message), read()]);
  await database.query('COMMIT');
  await store.close();
  await database.drop();
});
