/** Reads migrations from files, and checks the applied migrations for both engines. */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { StoreUnavailableError } from './errors.ts';
import type { StoreProgress } from './progress.ts';
import type { MigrationState } from './store.ts';

/** A migration file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the statements, which detects a file that was edited after it was applied. */
  readonly checksum: string;
  /** SHA-256 of the whole file with its former comments, which older databases have recorded. */
  readonly formerChecksum?: string | undefined;
}

/** An applied migration, as the database records it. */
export type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>;

/** Thrown if the schema belongs to a newer or an older version of the program. */
export class SchemaVersionError extends StoreUnavailableError {}

/** Has the `formerChecksum` of each migration that was released before comments were excluded, by file name. */
const FORMER_CHECKSUMS_FILE = 'former-checksums.json';
const FILE_FORM = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/** Returns the migrations of a folder, sorted by version. */
export function readMigrationFiles(folder: URL): readonly Migration[] {
  const migrations: Migration[] = [];
  const formerChecksums = readFormerChecksums(folder);
  for (const file of readdirSync(folder).sort()) {
    const match = FILE_FORM.exec(file);
    if (match === null) continue;
    const sql = readFileSync(new URL(file, folder), 'utf8');
    const [, version = '', name = ''] = match;
    migrations.push({
      version: Number(version),
      name,
      sql,
      checksum: hash('sha256', removeComments(sql)),
      formerChecksum: formerChecksums[file],
    });
  }
  return migrations;
}

/** Returns SQL without comments of the form `-- …`, with single spaces between its words. */
export function removeComments(sql: string): string {
  return sql.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim();
}

function readFormerChecksums(folder: URL): Readonly<Record<string, string>> {
  const file = new URL(FORMER_CHECKSUMS_FILE, folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
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

/**
 * Returns true if a migration was applied.
 *
 * @throws {StoreUnavailableError} if the database belongs to a newer program, or the migration was edited
 * after it had been applied.
 */
export function isMigrationApplied(
  applied: readonly AppliedMigration[],
  migration: Migration,
  migrations: readonly Migration[],
): boolean {
  refuseNewerSchema(applied, migrations);
  const row = applied.find(({ version }) => version === migration.version);
  if (row !== undefined && isEdited(row, migration)) {
    throw new StoreUnavailableError(
      `migration ${migration.version} was edited after it had been applied; restore its file`,
    );
  }
  return row !== undefined;
}

/**
 * Checks the version of the schema.
 *
 * @throws {SchemaVersionError} if the database belongs to a newer or an older program.
 */
export function requireSchemaVersion(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  refuseNewerSchema(applied, migrations);
  const known = new Set(applied.map(({ version }) => version));
  if (migrations.some(({ version }) => !known.has(version))) {
    throw new SchemaVersionError(
      'the schema of the database is older than this program; run `teller migrate`',
    );
  }
}

/**
 * Checks that all rows are counted. After the migration, rows that an older program wrote are counted, a
 * wallet at a time.
 *
 * @throws {StoreUnavailableError} if rows are not counted yet.
 */
export function requireCountedRows(isCounted: boolean): void {
  if (isCounted) return;
  throw new StoreUnavailableError(
    'the rows of some wallets are not counted yet; run `teller migrate`',
  );
}

/** Refuses a schema of a newer program. @throws {SchemaVersionError} if the database belongs to one. */
export function refuseNewerSchema(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  const newest = applied.at(-1)?.version ?? 0;
  const known = migrations.at(-1)?.version ?? 0;
  if (newest > known) {
    throw new SchemaVersionError(
      `the schema of the database (version ${newest}) is newer than this program (${known}); ` +
        'upgrade the program',
    );
  }
}

/** Returns the versions of applied migrations whose file was edited since. */
export function findEditedMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly number[] {
  const rows = new Map(applied.map((row) => [row.version, row]));
  return migrations
    .filter((migration) => {
      const row = rows.get(migration.version);
      return row !== undefined && isEdited(row, migration);
    })
    .map(({ version }) => version);
}

function isEdited(row: AppliedMigration, { checksum, formerChecksum }: Migration): boolean {
  return row.checksum !== checksum && row.checksum !== formerChecksum;
}

/** Returns the progress before a migration is applied. */
export function describeMigration({ version, name }: Migration, done: number): StoreProgress {
  return { activity: 'applied', unit: 'migrations', done, detail: `applying ${version} ${name}` };
}
