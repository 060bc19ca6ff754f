import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { type MigrationState, StoreUnavailableError } from '../store.ts';
import type { SqliteConnection } from './connection.ts';
import { SchemaVersionError } from './sqlite-error.ts';

/** A migration as it lies in its file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, so that a file edited after it was applied is noticed. */
  readonly checksum: string;
}

/** A migration as the database remembers it. */
interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);
const FILE_FORM = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/** Reads the migrations of a folder, by version. */
export function readMigrations(folder: URL = MIGRATIONS_FOLDER): readonly Migration[] {
  const migrations: Migration[] = [];
  for (const file of readdirSync(folder).sort()) {
    const match = FILE_FORM.exec(file);
    if (match === null) continue;
    const sql = readFileSync(new URL(file, folder), 'utf8');
    const [, version = '', name = ''] = match;
    migrations.push({ version: Number(version), name, sql, checksum: hash('sha256', sql) });
  }
  return migrations;
}

/** Every migration and whether it was applied; those of a newer program as well. */
export function listMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): readonly MigrationState[] {
  const states = new Map<number, MigrationState>();
  for (const { version, name } of migrations) {
    states.set(version, { version, name, applied: false });
  }
  for (const { version, name } of readApplied(connection)) {
    states.set(version, { version, name, applied: true });
  }
  return [...states.values()].sort((a, b) => a.version - b.version);
}

/**
 * Applies what is pending, each migration in a transaction of its own, and returns it. Of several
 * processes that do so at once, one applies a migration; the others wait and find it applied.
 *
 * @throws {StoreUnavailableError} where the database is of a newer program, or an applied
 * migration is not the one that the file holds.
 */
export function applyMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): readonly MigrationState[] {
  const applied: MigrationState[] = [];
  for (const migration of migrations) {
    // What is applied is asked before the lock, so that a database that is up to date is not
    // written to, and again under the lock, since another process may have been quicker.
    if (isApplied(connection, migration, migrations)) continue;
    const done = connection.write(() => {
      if (isApplied(connection, migration, migrations)) return false;
      applyMigration(connection, migration);
      return true;
    });
    const { version, name } = migration;
    if (done) applied.push({ version, name, applied: true });
  }
  return applied;
}

/**
 * Checks that the database is neither of a newer nor of an older program.
 *
 * @throws {StoreUnavailableError} where it is.
 */
export function checkSchemaVersion(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): void {
  const applied = readApplied(connection);
  refuseNewer(applied, migrations);
  const known = new Set(applied.map(({ version }) => version));
  if (migrations.some(({ version }) => !known.has(version))) {
    throw new SchemaVersionError(
      'the schema of the database is older than this program; run `teller migrate`',
    );
  }
}

/**
 * Checks that this program may open the database at all: it is empty, or made by this program or
 * an older one.
 *
 * @throws {StoreUnavailableError} where it may not.
 */
export function checkSchemaOwner(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): void {
  if (isEmptyDatabase(connection)) return;
  if (!hasMigrationTable(connection)) {
    throw new StoreUnavailableError('the file is a database of another program');
  }
  refuseNewer(readApplied(connection), migrations);
}

/** True where nothing was ever made in the database. */
export function isEmptyDatabase(connection: SqliteConnection): boolean {
  return connection.readRow('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}

/** The versions of applied migrations whose file has been edited since. */
export function listEditedMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): readonly number[] {
  const applied = new Map(readApplied(connection).map((row) => [row.version, row.checksum]));
  return migrations
    .filter(({ version, checksum }) => (applied.get(version) ?? checksum) !== checksum)
    .map(({ version }) => version);
}

function isApplied(
  connection: SqliteConnection,
  migration: Migration,
  migrations: readonly Migration[],
): boolean {
  const applied = readApplied(connection);
  refuseNewer(applied, migrations);
  const row = applied.find(({ version }) => version === migration.version);
  if (row !== undefined && row.checksum !== migration.checksum) {
    throw new StoreUnavailableError(
      `migration ${migration.version} was edited after it had been applied; restore its file`,
    );
  }
  return row !== undefined;
}

function applyMigration(connection: SqliteConnection, migration: Migration): void {
  connection.execute(
    `CREATE TABLE IF NOT EXISTS schema_migration (
       version INTEGER PRIMARY KEY,
       name TEXT NOT NULL,
       checksum TEXT NOT NULL,
       applied_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
     ) STRICT`,
  );
  connection.execute(migration.sql);
  connection.change(
    'INSERT INTO schema_migration (version, name, checksum) VALUES (?, ?, ?)',
    migration.version,
    migration.name,
    migration.checksum,
  );
}

function refuseNewer(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const newest = applied.at(-1)?.version ?? 0;
  const known = migrations.at(-1)?.version ?? 0;
  if (newest > known) {
    throw new SchemaVersionError(
      `the schema of the database (version ${newest}) is newer than this program (${known}); ` +
        'upgrade the program',
    );
  }
}

function readApplied(connection: SqliteConnection): readonly AppliedMigration[] {
  if (!hasMigrationTable(connection)) return [];
  return connection
    .readRows('SELECT version, name, checksum FROM schema_migration ORDER BY version')
    .map(([version, name, checksum]) => ({
      version: version as number,
      name: name as string,
      checksum: checksum as string,
    }));
}

function hasMigrationTable(connection: SqliteConnection): boolean {
  const row = connection.readRow(
    "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'",
  );
  return row !== undefined;
}
