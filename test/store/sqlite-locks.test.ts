/** Locks of other programs on the file of a store. */
import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

it('a migration that has nothing to apply does not wait for a writer', async () => {
  const { path, remove } = makeTemporaryDatabase();
  const store = openSqliteStore({ path, busyTimeoutMs: 20 });
  await store.migrate();
  const writer = new DatabaseSync(path);
  writer.exec('BEGIN IMMEDIATE');
  expect(await store.migrate()).toEqual([]);
  writer.close();
  await store.close();
  remove();
});
