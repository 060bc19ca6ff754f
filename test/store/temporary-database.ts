import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach } from 'vitest';

/** Returns a path for a database in a new folder, and a function that removes the folder. */
export function makeTemporaryDatabase(): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'teller-store-'));
  return {
    path: join(folder, 'data', 'teller.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Passes each test the path of a database in a new folder, which is removed after the test. */
export function useTemporaryDatabase(receive: (path: string) => void): void {
  let remove = (): void => undefined;
  beforeEach(() => {
    const made = makeTemporaryDatabase();
    ({ remove } = made);
    receive(made.path);
  });
  afterEach(() => remove());
}
