/** Files that killed commands have left. */
import { dirname } from 'node:path';

import type { Config } from '../config/read-config.ts';
import { listAbandonedDrafts } from './master-key-file.ts';

/**
 * Returns the files that killed backups, restores and changes of the master key have left next to an SQLite
 * database and its key file. They can be removed.
 */
export async function listLeftoverFiles(
  { database, masterKey }: Config,
  nowMs: number,
): Promise<readonly string[]> {
  if (database.kind !== 'sqlite') return [];
  const { listAbandonedFiles } = await import('../store/sqlite/incomplete-file.ts');
  // Only this file is created and replaced by the program.
  const drafts = masterKey.kind === 'file' ? listAbandonedDrafts(masterKey.path, nowMs) : [];
  return [...listAbandonedFiles(dirname(database.path)), ...drafts];
}
