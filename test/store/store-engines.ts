import type { Store } from '../../src/store/store.ts';
import { openMigratedStore } from './migrated-sqlite.ts';
import { RUNS_FACTOR } from '../random-cases.ts';
import { openOwnStore } from './postgres-database.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

/** Both engines, and the number of runs of a property on each; a call of PostgreSQL takes longer. */
export const STORE_ENGINES = [
  ['SQLite', 30 * RUNS_FACTOR],
  ['PostgreSQL', 9 * RUNS_FACTOR],
] as const;

/** Opens an empty store of an engine, in a separate database, which is removed when it is closed. */
export async function openEmptyStore(
  engine: (typeof STORE_ENGINES)[number][0],
): Promise<{ readonly store: Store; readonly close: () => Promise<void> }> {
  if (engine === 'PostgreSQL') {
    const store = await openOwnStore();
    return { store, close: () => store.close() };
  }
  const { path, remove } = makeTemporaryDatabase();
  const store = await openMigratedStore({ path });
  const close = async (): Promise<void> => {
    await store.close();
    remove();
  };
  return { store, close };
}
