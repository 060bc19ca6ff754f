import {
  type AppliedMigration,
  findEditedMigrations,
  isMigrationApplied,
  type Migration,
  readMigrationFiles,
  refuseNewerSchema,
  requireCountedRows,
  requireSchemaVersion,
  toMigrationStates,
} from '../migration-files.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { MigrationState } from '../store.ts';
import type { SqliteConnection } from './connection.ts';

export type { Migration } from '../migration-files.ts';

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);

/** Reads the migrations of SQLite, by version. */
export function readMigrations(folder: URL = MIGRATIONS_FOLDER): readonly Migration[] {
  return readMigrationFiles(folder);
}

/** Every migration and whether it was applied; those of a newer program as well. */
export function listMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): readonly MigrationState[] {
  return toMigrationStates(readApplied(connection), migrations);
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
 * Checks that the database is neither of a newer nor of an older program, and that every row is
 * counted.
 *
 * @throws {StoreUnavailableError} where it is not so.
 */
export function checkSchemaVersion(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): void {
  requireSchemaVersion(readApplied(connection), migrations);
  requireCountedRows(findUncounted(connection) === undefined);
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
  refuseNewerSchema(readApplied(connection), migrations);
}

/** True where nothing was ever made in the database. */
export function isEmptyDatabase(connection: SqliteConnection): boolean {
  return connection.readRow('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}

/** A wallet whose rows are still to be counted. */
export function findUncounted(connection: SqliteConnection): number | undefined {
  const row = connection.readRow('SELECT wallet_no FROM wallet_count_backlog LIMIT 1');
  return row?.[0] as number | undefined;
}

/** The versions of applied migrations whose file has been edited since. */
export function listEditedMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): readonly number[] {
  return findEditedMigrations(readApplied(connection), migrations);
}

function isApplied(
  connection: SqliteConnection,
  migration: Migration,
  migrations: readonly Migration[],
): boolean {
  return isMigrationApplied(readApplied(connection), migration, migrations);
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
