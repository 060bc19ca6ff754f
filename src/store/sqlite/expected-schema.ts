/** Compares the schema of a database with the schema that its migrations create. */
import { DatabaseSync } from 'node:sqlite';

import { type Migration, readApplied } from '../migrations.ts';
import { SqliteConnection } from './connection.ts';
import { applyMigrations, readMigrations } from './migrations.ts';

/** Excludes statistics of the planner, which an operator may have collected, and indexes of constraints. */
const READ_SCHEMA = `SELECT type || ' ' || name AS object, sql FROM sqlite_schema
  WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))
    AND NOT (type = 'index' AND sql IS NULL)
  ORDER BY 1`;

/**
 * Returns the tables, indexes, triggers and views that differ from those that the migrations create, are
 * missing, or are additional. A foreign trigger would run with every write, and a view could replace a table.
 */
export async function listSchemaDifferences(
  connection: SqliteConnection,
): Promise<readonly string[]> {
  const applied = new Set((await readApplied(connection)).map(({ version }) => version));
  const migrations = readMigrations().filter(({ version }) => applied.has(version));
  const expected = await readExpected(migrations);
  const found = readSchema(connection);
  const objects = new Set([...found.keys(), ...expected.keys()]);
  return [...objects].filter((object) => found.get(object) !== expected.get(object));
}

async function readExpected(
  migrations: readonly Migration[],
): Promise<ReadonlyMap<string, string>> {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  try {
    await applyMigrations(connection, migrations);
    return readSchema(connection);
  } finally {
    connection.close();
  }
}

function readSchema(connection: SqliteConnection): ReadonlyMap<string, string> {
  const rows = connection.readAll(READ_SCHEMA);
  return new Map(rows.map((row) => [String(row['object']), removeComments(String(row['sql']))]));
}

/** SQLite stores statements with their comments, which differ between versions of the program. */
function removeComments(sql: string): string {
  return sql.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim();
}
