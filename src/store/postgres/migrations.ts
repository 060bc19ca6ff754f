import {
  type AppliedMigration,
  describeMigration,
  isMigrationApplied,
  type Migration,
  readMigrationFiles,
  requireCountedRows,
  requireSchemaVersion,
  toMigrationStates,
} from '../migration-files.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { ReportProgress } from '../progress.ts';
import type { MigrationState } from '../store.ts';
import type { PostgresConnection } from './connection.ts';
import type { Statement, StatementResult } from './statement.ts';
import type { PostgresDatabase } from './database.ts';

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);
const VERSION_MIN = 150_000;
/** Takes the advisory lock for changes of the schema. */
const LOCK = 'SELECT pg_advisory_xact_lock(7364720521)';

/**
 * Makes Citus change the shards of a table one after the other: after a parallel change, a transaction must
 * not change a table that the shards refer to. Without Citus the setting has no effect.
 */
const ONE_SHARD_AT_A_TIME = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'";

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
    version integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;
const HAS_TABLE: Statement = {
  name: 'has_migration_table',
  text: "SELECT to_regclass('schema_migration') IS NOT NULL",
};
const LIST: Statement = {
  name: 'list_applied_migrations',
  text: 'SELECT version, name, checksum FROM schema_migration ORDER BY version',
};
const HAS_BACKLOG: Statement = {
  name: 'has_count_backlog',
  text: 'SELECT has_count_backlog()',
};
const RECORD: Statement = {
  name: 'record_migration',
  text: 'INSERT INTO schema_migration (version, name, checksum) VALUES ($1, $2, $3)',
};
const SERVER: Statement = {
  name: 'describe_server',
  text: `SELECT current_setting('server_version_num')::integer, current_setting('server_version'),
    current_setting('server_encoding')`,
};

/** Runs statements: the pool, or a connection within a transaction. */
interface Runner {
  run(statement: Statement): Promise<StatementResult>;
}

/** Reads the migrations of PostgreSQL, by version. */
export function readMigrations(): readonly Migration[] {
  return readMigrationFiles(MIGRATIONS_FOLDER);
}

/** Returns every migration, also of a newer program, and whether it was applied. */
export async function listMigrations(
  database: PostgresDatabase,
  migrations: readonly Migration[],
): Promise<readonly MigrationState[]> {
  return toMigrationStates(await readApplied(database), migrations);
}

/**
 * Applies the pending migrations in one transaction, and returns them. If several processes migrate
 * concurrently, one applies the migrations and the others wait for it.
 *
 * @throws {StoreUnavailableError} if the server is too old, its encoding is not UTF-8, the schema is from a
 * newer program, or an applied migration differs from its file.
 */
export async function applyMigrations(
  connection: PostgresConnection,
  migrations: readonly Migration[],
  onProgress?: ReportProgress,
): Promise<readonly MigrationState[]> {
  await refuseServer(connection);
  await connection.execute(LOCK);
  await connection.execute(ONE_SHARD_AT_A_TIME);
  await connection.execute(CREATE_TABLE);
  const known = await readApplied(connection);
  const applied: MigrationState[] = [];
  for (const migration of migrations) {
    if (isMigrationApplied(known, migration, migrations)) continue;
    onProgress?.(describeMigration(migration, applied.length));
    const { version, name, checksum, sql } = migration;
    await connection.execute(sql);
    await connection.run(RECORD, version, name, checksum);
    applied.push({ version, name, applied: true });
  }
  return applied;
}

/**
 * Checks that the schema has the version of this program, and that every row is counted.
 *
 * @throws {StoreUnavailableError} if one of these is false.
 */
export async function checkSchemaVersion(
  database: PostgresDatabase,
  migrations: readonly Migration[],
): Promise<void> {
  requireSchemaVersion(await readApplied(database), migrations);
  const [found] = await database.read(HAS_BACKLOG);
  requireCountedRows(found?.[0] !== true);
}

/** Returns the migrations that the database lists as applied. */
export async function readApplied(runner: Runner): Promise<readonly AppliedMigration[]> {
  const [found] = (await runner.run(HAS_TABLE)).rows;
  if (found?.[0] !== true) return [];
  return (await runner.run(LIST)).rows.map(([version, name, checksum]) => ({
    version: version as number,
    name: name as string,
    checksum: checksum as string,
  }));
}

async function refuseServer(connection: PostgresConnection): Promise<void> {
  const [version, shown, encoding] = (await connection.run(SERVER)).rows[0] ?? [];
  if ((version as number) < VERSION_MIN) {
    throw new StoreUnavailableError(
      `PostgreSQL ${String(shown)} is too old; 15 or later is needed`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new StoreUnavailableError(
      `the text of the database is ${String(encoding)}; create one with ENCODING 'UTF8'`,
    );
  }
}
