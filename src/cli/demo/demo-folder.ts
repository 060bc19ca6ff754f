import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that exists while the demo runs. */
export interface DemoFolder {
  readonly databasePath: string;
  /** Removes the folder; a second call does nothing. */
  remove(): void;
}

/** The sync worker may still create a file while the folder is removed. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

/** Creates the folder, accessible to this user only. It is also removed when the process exits. */
export function createDemoFolder(): DemoFolder {
  const path = mkdtempSync(join(tmpdir(), 'teller-demo-'));
  const remove = (): void => rmSync(path, REMOVAL);
  process.once('exit', remove);
  return { databasePath: join(path, 'teller.db'), remove };
}
