import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a path for a database in a new folder, and a function that removes the folder. */
export function makeTemporaryDatabase(): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'teller-store-'));
  return {
    path: join(folder, 'data', 'teller.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
