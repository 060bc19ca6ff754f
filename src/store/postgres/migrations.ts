import { StoreUnavailableError } from '../errors.ts';
import {
  describeMigration,
  listPending,
  type Migration,
  readApplied,
  readMigrationFiles,
  toMigrationStates,
} from '../migrations.ts';
import type { ReportProgress } from '../progress.ts';
import type { Session } from '../sql/database.ts';
import { sql } from '../sql/query.ts';
import type { MigrationState } from '../store.ts';
import type { PostgresConnection } from './connection.ts';

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);
const VERSION_MIN = 150_000;
/** Takes the advisory lock for changes of the schema. */
const LOCK = 'SELECT pg_advisory_xact_lock(7364720521)';

/** Returns the migrations of PostgreSQL, by version. */
export function readMigrations(): readonly Migration[] {
  return readMigrationFiles(MIGRATIONS_FOLDER);
}

/** Returns every migration, also of a newer program, and whether it was applied. */
export async function listMigrations(
  session: Session,
  migrations: readonly Migration[],
): Promise<readonly MigrationState[]> {
  return toMigrationStates(await readAppliedIfAny(session), migrations);
}

/**
 * Applies the pending migrations in one transaction, and returns them. If several processes migrate concurrently, one
 * applies the migrations and the others wait for it.
 *
 * @throws {StoreUnavailableError} if the server is too old, its encoding is not UTF-8, or the schema belongs to another
 * program version.
 */
export async function applyMigrations(
  connection: PostgresConnection,
  migrations: readonly Migration[],
  onProgress?: ReportProgress,
): Promise<readonly MigrationState[]> {
  await refuseServer(connection);
  await connection.execute(LOCK);
  const applied: MigrationState[] = [];
  for (const migration of listPending(await readAppliedIfAny(connection), migrations)) {
    onProgress?.(describeMigration(migration, applied.length));
    const { version, name } = migration;
    await connection.execute(migration.sql);
    await connection.change(
      sql`INSERT INTO schema_migration (version, name) VALUES (${version}, ${name})`,
    );
    applied.push({ version, name, applied: true });
  }
  return applied;
}

/** Returns the applied migrations; none if the database is empty. */
export async function readAppliedIfAny(
  session: Session,
): Promise<readonly Pick<Migration, 'version' | 'name'>[]> {
  const row = await session.row<{ readonly found: boolean }>(
    sql`SELECT to_regclass('schema_migration') IS NOT NULL AS found`,
  );
  return row?.found === true ? readApplied(session) : [];
}

async function refuseServer(session: Session): Promise<void> {
  const server = await session.row<{
    readonly version: number;
    readonly shown: string;
    readonly encoding: string;
  }>(sql`SELECT current_setting('server_version_num')::integer AS version,
    current_setting('server_version') AS shown, current_setting('server_encoding') AS encoding`);
  const { version = 0, shown = '', encoding = '' } = server ?? {};
  if (version < VERSION_MIN) {
    throw new StoreUnavailableError(`PostgreSQL ${shown} is too old; 15 or later is needed`);
  }
  if (encoding !== 'UTF8') {
    throw new StoreUnavailableError(
      `the text of the database is ${encoding}; create one with ENCODING 'UTF8'`,
    );
  }
}
