/** The migrations of both engines: SQL files, which are applied in order, each once. */
import { readdirSync, readFileSync } from 'node:fs';

import { StoreUnavailableError } from './errors.ts';
import type { StoreProgress } from './progress.ts';
import type { Session } from './sql/database.ts';
import { sql } from './sql/query.ts';
import type { MigrationState } from './store.ts';

/** A migration file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** An applied migration, as `schema_migration` lists it. */
export type AppliedMigration = Pick<Migration, 'version' | 'name'>;

/** Thrown if the schema belongs to a newer or an older version of the program. */
export class SchemaVersionError extends StoreUnavailableError {}

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

/** Returns the migrations that the database lists as applied. The table must exist. */
export function readApplied(session: Session): Promise<readonly AppliedMigration[]> {
  return session.rows<AppliedMigration>(
    sql`SELECT version, name FROM schema_migration ORDER BY version`,
  );
}

/** Returns every migration, applied or pending, including applied migrations of a newer program. */
export function toMigrationStates(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly MigrationState[] {
  const states = new Map<number, MigrationState>();
  for (const { version, name } of migrations) {
    states.set(version, { version, name, applied: false });
  }
  for (const { version, name } of applied) states.set(version, { version, name, applied: true });
  return [...states.values()].sort((a, b) => a.version - b.version);
}

/** Returns the migrations that are not applied. @throws {SchemaVersionError} if the schema is newer than the program. */
export function listPending(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly Migration[] {
  refuseOtherSchema(applied, migrations);
  const known = new Set(applied.map(({ version }) => version));
  return migrations.filter(({ version }) => !known.has(version));
}

/** Checks the version of the schema. @throws {SchemaVersionError} if the database belongs to another program version. */
export function requireSchemaVersion(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  if (listPending(applied, migrations).length === 0) return;
  throw new SchemaVersionError(
    'the schema of the database is older than this program; run `teller migrate`',
  );
}

/** Refuses a schema of a newer program, or of a version before the first release. @throws {SchemaVersionError} */
export function refuseOtherSchema(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  const names = new Map(migrations.map(({ version, name }) => [version, name]));
  const newest = applied.at(-1)?.version ?? 0;
  const known = migrations.at(-1)?.version ?? 0;
  if (newest > known || applied.some(({ version, name }) => names.get(version) !== name)) {
    throw new SchemaVersionError(
      `the schema of the database (version ${newest}) does not belong to this program (version ${known}); ` +
        'use the program that wrote it, or a new database',
    );
  }
}

/** Returns the progress before a migration is applied. */
export function describeMigration({ version, name }: Migration, done: number): StoreProgress {
  return { activity: 'applied', unit: 'migrations', done, detail: `applying ${version} ${name}` };
}
