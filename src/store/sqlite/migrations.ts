import { StoreUnavailableError } from '../errors.ts';
import {
  type AppliedMigration,
  applyPending,
  FIND_TABLE,
  LIST_APPLIED,
  listMigrations,
  type Migration,
  type NewerSchema,
  readMigrationFiles,
  refuseOtherSchema,
} from '../migrations.ts';
import type { ReportProgress } from '../progress.ts';
import type { MigrationState } from '../store.ts';
import type { SqliteConnection } from './connection.ts';

let files: readonly Migration[] | undefined;

/** Returns the migrations of SQLite, sorted by version. Their files are read once. */
export function readMigrations(): readonly Migration[] {
  files ??= readMigrationFiles(new URL('./migrations/', import.meta.url));
  return files;
}

/** Applies the pending migrations in one transaction, and returns them. See `applyPending`. */
export async function applyMigrations(
  connection: SqliteConnection,
  migrations = readMigrations(),
  onProgress?: ReportProgress,
): Promise<readonly MigrationState[]> {
  // Every command migrates, and none of them may wait for a writer.
  const states = await listMigrations(connection, migrations);
  if (states.every(({ applied }) => applied)) return [];
  return connection.inTransaction('BEGIN IMMEDIATE', (session) =>
    applyPending(session, migrations, (statements) => session.execute(statements), onProgress),
  );
}

/**
 * Checks that this program may open the database: it is empty, or it has the schema of this program or an earlier one, or of a
 * newer one if that is accepted.
 *
 * @throws {StoreUnavailableError} otherwise.
 */
export function checkSchemaOwner(connection: SqliteConnection, newer: NewerSchema): void {
  if (isEmptyDatabase(connection)) return;
  if (connection.readValue(FIND_TABLE.sqlite) === undefined) {
    throw new StoreUnavailableError(
      'the file is a database of another program; choose another file',
    );
  }
  const applied = connection.readAll(LIST_APPLIED) as unknown as readonly AppliedMigration[];
  refuseOtherSchema(applied, readMigrations(), newer);
}

/** Returns true if the database has no tables or other objects. */
export function isEmptyDatabase(connection: SqliteConnection): boolean {
  return connection.readValue('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}
