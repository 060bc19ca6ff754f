/** The migrations of both engines: SQL files, which are applied in order, each once. */
import { readdirSync, readFileSync } from 'node:fs';

import { SchemaVersionError } from './errors.ts';
import type { ReportProgress } from './progress.ts';
import type { Session } from './sql/database.ts';
import { EngineText, raw, sql } from './sql/query.ts';
import type { MigrationState } from './store.ts';

/** A migration file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** An applied migration, as `schema_migration` lists it. */
export type AppliedMigration = Pick<Migration, 'version' | 'name'>;

const FILE_FORM = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/** Returns the migrations of a folder, sorted by version. */
export function readMigrationFiles(folder: URL): readonly Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version = '', name = ''] = FILE_FORM.exec(file) ?? [];
      if (version === '') return [];
      return [{ version: Number(version), name, sql: readFileSync(new URL(file, folder), 'utf8') }];
    });
}

/** Returns a row if the database has a schema of this program, of any version. */
export const FIND_TABLE = new EngineText({
  sqlite: "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'",
  postgres: "SELECT 1 WHERE to_regclass('schema_migration') IS NOT NULL",
});

/** Lists the applied migrations. */
export const LIST_APPLIED = 'SELECT version, name FROM schema_migration ORDER BY version';

/** Returns the applied migrations; none if the database is empty. */
export async function readApplied(session: Session): Promise<readonly AppliedMigration[]> {
  if ((await session.row(sql`${FIND_TABLE}`)) === undefined) return [];
  return session.rows<AppliedMigration>(raw(LIST_APPLIED));
}

/** Returns every migration, applied or pending. @throws {SchemaVersionError} if the database belongs to another program. */
export async function listMigrations(
  session: Session,
  migrations: readonly Migration[],
): Promise<readonly MigrationState[]> {
  const applied = await readApplied(session);
  refuseOtherSchema(applied, migrations);
  const known = new Set(applied.map(({ version }) => version));
  return migrations.map(({ version, name }) => ({ version, name, applied: known.has(version) }));
}

/**
 * Applies the pending migrations in the transaction of a connection that no other process migrates meanwhile, and returns
 * them.
 *
 * @param execute runs the statements of a migration.
 * @throws {SchemaVersionError} if the database belongs to another program version.
 */
export async function applyPending(
  session: Session,
  migrations: readonly Migration[],
  execute: (statements: string) => void | Promise<void>,
  onProgress?: ReportProgress,
): Promise<readonly MigrationState[]> {
  const states = await listMigrations(session, migrations);
  const pending = migrations.filter((_, index) => states[index]?.applied === false);
  for (const [done, { version, name, sql: statements }] of pending.entries()) {
    const detail = `applying ${version} ${name}`;
    onProgress?.({ activity: 'applied', unit: 'migrations', done, detail });
    await execute(statements);
    await session.change(
      sql`INSERT INTO schema_migration (version, name) VALUES (${version}, ${name})`,
    );
  }
  return pending.map(({ version, name }) => ({ version, name, applied: true }));
}

/**
 * Checks the version of the schema.
 *
 * @param newer whether further migrations of a newer program are accepted.
 * @throws {SchemaVersionError} if the database belongs to another program version.
 */
export async function requireSchemaVersion(
  session: Session,
  migrations: readonly Migration[],
  newer: NewerSchema,
): Promise<void> {
  const applied = await readApplied(session);
  refuseOtherSchema(applied, migrations, newer);
  const versions = new Set(applied.map(({ version }) => version));
  if (migrations.every(({ version }) => versions.has(version))) return;
  throw new SchemaVersionError(
    'the schema of the database is older than this program; run `teller migrate`',
  );
}

/**
 * Whether a schema with further migrations is refused. A process refuses it when it starts. While it runs it accepts them,
 * because `teller migrate` of the next version runs before the processes are restarted.
 */
export type NewerSchema = 'accept' | 'refuse';

/**
 * Refuses a schema of a version before the first release, and by default one of a newer program.
 *
 * @throws {SchemaVersionError}
 */
export function refuseOtherSchema(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
  newer: NewerSchema = 'refuse',
): void {
  const names = new Map(migrations.map(({ version, name }) => [version, name]));
  const newest = applied.at(-1)?.version ?? 0;
  const known = migrations.at(-1)?.version ?? 0;
  const checked = newer === 'accept' ? applied.filter(({ version }) => version <= known) : applied;
  if (checked.some(({ version, name }) => names.get(version) !== name)) {
    throw new SchemaVersionError(
      `the schema of the database (version ${newest}) does not belong to this program (version ${known}); ` +
        'use the program that wrote it, or a new database',
    );
  }
}
