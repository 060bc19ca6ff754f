import {
  type AppliedMigration,
  describeMigration,
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
import type { ReportProgress } from '../progress.ts';
import type { MigrationState } from '../store.ts';
import type { SqliteConnection } from './connection.ts';

export type { Migration } from '../migration-files.ts';

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);

/** Returns the migrations of SQLite, sorted by version. */
export function readMigrations(folder: URL = MIGRATIONS_FOLDER): readonly Migration[] {
  return readMigrationFiles(folder);
}

/** Returns every migration, applied or pending, including applied migrations of a newer program. */
export function listMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): readonly MigrationState[] {
  return toMigrationStates(readApplied(connection), migrations);
}

/**
 * Applies the pending migrations, each in a transaction of its own, and returns them. If several processes do
 * so concurrently, one applies a migration, and the others wait and then skip it.
 *
 * @throws {StoreUnavailableError} if the database belongs to a newer program, or the file of an applied
 * migration was edited.
 */
export function applyMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
  onProgress?: ReportProgress,
): readonly MigrationState[] {
  const applied: MigrationState[] = [];
  for (const migration of migrations) {
    // Applied migrations are read before the lock, so that an up-to-date database is not written to, and
    // again under the lock, because another process may have applied them meanwhile.
    if (isApplied(connection, migration, migrations)) continue;
    onProgress?.(describeMigration(migration, applied.length));
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
 * Checks that the database belongs to this version of the program, and that every row is counted.
 *
 * @throws {StoreUnavailableError} otherwise.
 */
export function checkSchemaVersion(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): void {
  requireSchemaVersion(readApplied(connection), migrations);
  requireCountedRows(findUncountedWallet(connection) === undefined);
}

/**
 * Checks that this program may open the database: it is empty, or its schema is not newer than the program.
 *
 * @throws {StoreUnavailableError} otherwise.
 */
export function checkSchemaOwner(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): void {
  if (isEmptyDatabase(connection)) return;
  if (!hasMigrationTable(connection)) {
    throw new StoreUnavailableError(
      'the file is a database of another program; choose another file',
    );
  }
  refuseNewerSchema(readApplied(connection), migrations);
}

/** Returns true if the database has no tables or other objects. */
export function isEmptyDatabase(connection: SqliteConnection): boolean {
  return connection.readRow('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}

/** Returns the `wallet_no` of a wallet whose rows are not counted yet; `undefined` if there is none. */
export function findUncountedWallet(connection: SqliteConnection): number | undefined {
  const row = connection.readRow('SELECT wallet_no FROM wallet_count_backlog LIMIT 1');
  return row?.[0] as number | undefined;
}

/** Returns the versions of applied migrations whose file was edited since. */
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
