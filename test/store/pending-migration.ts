import type { TestDatabase } from './postgres-database.ts';

/** Undoes migration 3, which replaces an index, so that it is pending. */
export async function makeMigrationPending(database: TestDatabase): Promise<void> {
  await database.query('DELETE FROM schema_migration WHERE version = 3');
}
