import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that lives as long as the demo. */
export interface DemoFolder {
  readonly databasePath: string;
  /** Removes the folder; a second time does nothing. */
  remove(): void;
}

/** Makes the folder, for this user alone. */
export function createDemoFolder(): DemoFolder {
  const path = mkdtempSync(join(tmpdir(), 'teller-demo-'));
  return {
    databasePath: join(path, 'teller.db'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
