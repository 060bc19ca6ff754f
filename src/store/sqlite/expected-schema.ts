/** Compares the schema of a database with the schema that its migrations create. */
import { DatabaseSync } from 'node:sqlite';

import { type Migration, removeComments } from '../migration-files.ts';
import { SqliteConnection } from './connection.ts';
import { applyMigrations, listMigrations } from './migrations.ts';

/** Excludes statistics of `PRAGMA optimize`, which `teller doctor --fix` runs, and indexes of constraints. */
const READ_SCHEMA = `SELECT type || ' ' || name, sql FROM sqlite_schema
  WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))
    AND NOT (type = 'index' AND sql IS NULL)
  ORDER BY 1`;

/**
 * Returns the tables, indexes, triggers and views that differ from those that the migrations create, are
 * missing, or are additional. A foreign trigger would run with every write, and a view could replace a table.
 */
export function listSchemaDifferences(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): readonly string[] {
  const applied = new Set(
    listMigrations(connection, migrations).flatMap((state) =>
      state.applied ? [state.version] : [],
    ),
  );
  const expected = readExpected(migrations.filter(({ version }) => applied.has(version)));
  const found = readSchema(connection);
  const names = new Set([...found.keys(), ...expected.keys()]);
  return [...names].filter((name) => found.get(name) !== expected.get(name));
}

function readExpected(migrations: readonly Migration[]): ReadonlyMap<string, string> {
  const database = new DatabaseSync(':memory:');
  try {
    const connection = new SqliteConnection(database);
    applyMigrations(connection, migrations);
    return readSchema(connection);
  } finally {
    database.close();
  }
}

/** SQLite stores statements with their comments, which differ between versions of the program. */
function readSchema(connection: SqliteConnection): ReadonlyMap<string, string> {
  return new Map(
    connection
      .readRows(READ_SCHEMA)
      .map(([name, sql]) => [name as string, removeComments(sql as string)]),
  );
}
