import { readFileSync, writeFileSync } from 'node:fs';

import { createFile } from '../../src/store/sqlite/create-file.ts';
import {
  openSqliteStore,
  type SqliteStoreOptions,
} from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

let template: Promise<Buffer> | undefined;

/**
 * Opens an empty, migrated store in a new file. The migrations run once in this process: they would take most
 * of the time of many tests.
 */
export async function openMigratedStore(options: SqliteStoreOptions): Promise<Store> {
  template ??= migrateTemplate();
  createFile(options.path);
  writeFileSync(options.path, await template);
  return openSqliteStore(options);
}

async function migrateTemplate(): Promise<Buffer> {
  const { path, remove } = makeTemporaryDatabase();
  const store = openSqliteStore({ path });
  await store.migrate();
  await store.close();
  const bytes = readFileSync(path);
  remove();
  return bytes;
}
