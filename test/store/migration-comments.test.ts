import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { listSchemaDifferences } from '../../src/store/sqlite/expected-schema.ts';
import { applyMigrations, readMigrations } from '../../src/store/sqlite/migrations.ts';

it.each([
  ['had other comments', '-- other'],
  ['had no comments', ''],
])('a database whose migrations %s has the same schema', async (_had, comment) => {
  const migrations = readMigrations();
  const older = migrations.map((migration) =>
    Object.assign({}, migration, { sql: migration.sql.replaceAll(/ *--.*/g, comment) }),
  );
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  await applyMigrations(connection, older);
  expect(await listSchemaDifferences(connection)).toEqual([]);
  connection.execute('DROP INDEX project_by_org; CREATE TABLE other (a UNIQUE)');
  expect(await listSchemaDifferences(connection)).toEqual(['table other', 'index project_by_org']);
  connection.close();
});
