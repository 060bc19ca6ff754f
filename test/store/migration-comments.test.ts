import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { listSchemaDifferences } from '../../src/store/sqlite/expected-schema.ts';
import { applyMigrations, readMigrations } from '../../src/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { T0 } from './contract/fixtures.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

let path = '';
let remove = (): void => undefined;

beforeEach(() => {
  ({ path, remove } = makeTemporaryDatabase());
});
afterEach(() => remove());

it('a database whose migrations had other comments has the same schema', async () => {
  const migrations = readMigrations();
  const older = migrations.map((migration) => ({
    ...migration,
    sql: migration.sql.replaceAll(/--.*/g, '-- other'),
    checksum: migration.formerChecksum ?? migration.checksum,
  }));
  await openSqliteStore({ path }).close();
  const connection = new SqliteConnection(new DatabaseSync(path));
  applyMigrations(connection, older);
  expect(listSchemaDifferences(connection, migrations)).toEqual([]);
  connection.close();

  const store = openSqliteStore({ path });
  expect(await store.migrate()).toEqual([]);
  const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  await store.close();
});
