/** Locks of other programs on the file of a store, and the turns of its own writes. */
import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { T0 } from './contract/fixtures.ts';
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

it('concurrent writes of a process are made in the order in which they were requested', async () => {
  const { path, remove } = makeTemporaryDatabase();
  const store = openSqliteStore({ path });
  await store.migrate();
  const written: string[] = [];
  const ids = ['org_1', 'org_2', 'org_3', 'org_4'];
  await Promise.all(
    ids.map(async (id) => {
      await store.createOrganization({ id, name: 'o', createdAtMs: T0 });
      written.push(id);
    }),
  );
  expect(written).toEqual(ids);
  await store.close();
  remove();
});
