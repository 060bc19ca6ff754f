import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that exists while the demo runs. */
export interface DemoFolder {
  readonly databasePath: string;
  /** Removes the folder; a second call does nothing. */
  remove(): void;
}

/** Creates the folder, accessible to this user only. */
export function createDemoFolder(): DemoFolder {
  const path = mkdtempSync(join(tmpdir(), 'teller-demo-'));
  return {
    databasePath: join(path, 'teller.db'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
