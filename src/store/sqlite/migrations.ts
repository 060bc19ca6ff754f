import { StoreUnavailableError } from '../errors.ts';
import {
  type AppliedMigration,
  describeMigration,
  listPending,
  type Migration,
  readApplied,
  readMigrationFiles,
  refuseOtherSchema,
  toMigrationStates,
} from '../migrations.ts';
import type { ReportProgress } from '../progress.ts';
import { sql } from '../sql/query.ts';
import type { MigrationState } from '../store.ts';
import type { SqliteConnection } from './connection.ts';

export type { Migration } from '../migrations.ts';

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);

/** Returns the migrations of SQLite, sorted by version. */
export function readMigrations(): readonly Migration[] {
  return readMigrationFiles(MIGRATIONS_FOLDER);
}

/** Returns every migration, applied or pending, including applied migrations of a newer program. */
export async function listMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): Promise<readonly MigrationState[]> {
  return toMigrationStates(
    isEmptyDatabase(connection) ? [] : await readApplied(connection),
    migrations,
  );
}

/**
 * Applies the pending migrations, each in a transaction of its own, and returns them. If several processes do so
 * concurrently, one applies a migration, and the others wait and then skip it.
 *
 * @throws {SchemaVersionError} if the database belongs to another program version.
 */
export async function applyMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
  onProgress?: ReportProgress,
): Promise<readonly MigrationState[]> {
  const applied: MigrationState[] = [];
  const readPending = async (): Promise<readonly Migration[]> =>
    listPending(isEmptyDatabase(connection) ? [] : await readApplied(connection), migrations);
  for (const migration of await readPending()) {
    onProgress?.(describeMigration(migration, applied.length));
    const { version, name } = migration;
    const isApplied = await connection.inTransaction('BEGIN IMMEDIATE', async () => {
      // Another process may have applied it meanwhile.
      if (!(await readPending()).some((each) => each.version === version)) return false;
      connection.execute(migration.sql);
      await connection.change(
        sql`INSERT INTO schema_migration (version, name) VALUES (${version}, ${name})`,
      );
      return true;
    });
    if (isApplied) applied.push({ version, name, applied: true });
  }
  return applied;
}

/**
 * Checks that this program may open the database: it is empty, or it has the schema of this program or an earlier one.
 *
 * @throws {StoreUnavailableError} otherwise.
 */
export function checkSchemaOwner(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): void {
  if (isEmptyDatabase(connection)) return;
  const hasTable = connection.readValue(
    "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'",
  );
  if (hasTable === undefined) {
    throw new StoreUnavailableError(
      'the file is a database of another program; choose another file',
    );
  }
  const applied = connection.readAll(APPLIED) as unknown as readonly AppliedMigration[];
  refuseOtherSchema(applied, migrations);
}

const APPLIED = 'SELECT version, name FROM schema_migration ORDER BY version';

/** Returns true if the database has no tables or other objects. */
export function isEmptyDatabase(connection: SqliteConnection): boolean {
  return connection.readValue('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}
