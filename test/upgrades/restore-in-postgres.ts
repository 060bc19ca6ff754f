import type { DatabaseSync } from 'node:sqlite';

import type { Migration } from '../../src/store/migrations.ts';
import { readMigrations } from '../../src/store/postgres/migrations.ts';
import { TABLES } from '../../src/store/statements/tables.ts';
import type { TestDatabase } from '../store/postgres-database.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Creates the schema that a release had on PostgreSQL, and stores the rows of its SQLite database by SQL, without the
 * program: both engines had the same tables. The database is empty before.
 */
export async function restoreInPostgres(kept: DatabaseSync, database: TestDatabase): Promise<void> {
  for (const { sql } of readMigrationsOf(kept)) await database.query(sql);
  for (const table of Object.keys(TABLES)) await copyTable(kept, table, database);
  for (const [table, column] of [
    ['project', 'project_no'],
    ['wallet', 'wallet_no'],
  ]) {
    await database.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) FROM ${table}`,
    );
  }
}

/** Returns the migrations of PostgreSQL that the release had: those of SQLite have the same numbers. */
function readMigrationsOf(kept: DatabaseSync): readonly Migration[] {
  const applied = kept.prepare('SELECT version FROM schema_migration').all();
  const versions = new Set(applied.map(({ version }) => Number(version)));
  return readMigrations().filter(({ version }) => versions.has(version));
}

async function copyTable(kept: DatabaseSync, table: string, database: TestDatabase): Promise<void> {
  const columns = await database.query(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  // A later migration creates the table.
  if (columns.length === 0) return;
  const names = columns.map(({ name }) => name).join(', ');
  const rows = kept.prepare(`SELECT ${names} FROM ${table}`).all();
  const records = rows.map((row: Row) =>
    Object.fromEntries(columns.map(({ name, type }) => [name, toJson(row[String(name)], type)])),
  );
  await database.query(
    `INSERT INTO ${table} (${names})
      SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(records)],
  );
}

/** Returns a value in the form in which PostgreSQL reads its type from JSON. */
function toJson(value: unknown, type: unknown): unknown {
  if (value instanceof Uint8Array) return String.raw`\x${Buffer.from(value).toString('hex')}`;
  if (type === 'timestamp with time zone' && typeof value === 'number') {
    return new Date(value).toISOString();
  }
  return value;
}
