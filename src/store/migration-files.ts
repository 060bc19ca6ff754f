/** Migrations as they lie in files, and what both engines check of those that were applied. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { StoreUnavailableError } from './errors.ts';
import type { MigrationState } from './store.ts';

/** A migration as it lies in its file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, so that a file edited after it was applied is noticed. */
  readonly checksum: string;
}

/** A migration as the database remembers it. */
export type AppliedMigration = Omit<Migration, 'sql'>;

/** The schema is of a newer or of an older program. */
export class SchemaVersionError extends StoreUnavailableError {}

const FILE_FORM = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/** Reads the migrations of a folder, by version. */
export function readMigrationFiles(folder: URL): readonly Migration[] {
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
 * True where a migration was applied.
 *
 * @throws {StoreUnavailableError} where the database is of a newer program, or the migration was
 * edited after it had been applied.
 */
export function isMigrationApplied(
  applied: readonly AppliedMigration[],
  migration: Migration,
  migrations: readonly Migration[],
): boolean {
  refuseNewerSchema(applied, migrations);
  const row = applied.find(({ version }) => version === migration.version);
  if (row !== undefined && row.checksum !== migration.checksum) {
    throw new StoreUnavailableError(
      `migration ${migration.version} was edited after it had been applied; restore its file`,
    );
  }
  return row !== undefined;
}

/** @throws {SchemaVersionError} where the database is of a newer or an older program. */
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
 * Rows that an older program has written are counted after the migration, a wallet at a time.
 *
 * @throws {StoreUnavailableError} where that has not come to its end.
 */
export function requireCountedRows(isCounted: boolean): void {
  if (isCounted) return;
  throw new StoreUnavailableError(
    'the rows of some wallets are still to be counted; run `teller migrate`',
  );
}

/** @throws {SchemaVersionError} where the database is of a newer program. */
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

/** The versions of applied migrations whose file has been edited since. */
export function findEditedMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly number[] {
  const checksums = new Map(applied.map((row) => [row.version, row.checksum]));
  return migrations
    .filter(({ version, checksum }) => (checksums.get(version) ?? checksum) !== checksum)
    .map(({ version }) => version);
}
