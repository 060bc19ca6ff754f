import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** A folder of a test with a database in it. */
export interface Scratch {
  readonly folder: string;
  /** The environment of commands that use the database. */
  readonly variables: Record<string, string>;
  /** Writes a file and returns its path. */
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
}

/** Creates a scratch, which its caller removes. */
export function createScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'teller-test-'));
  return {
    folder,
    variables: { TELLER_DATABASE_URL: join(folder, 'teller.db') },
    write: (name, content) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Creates a scratch for each test of a file or a block, and removes it at the end of the test. */
export function useScratch(): Scratch {
  return hookScratch(beforeEach, afterEach);
}

/** Creates one scratch for all tests of a file or a block, and removes it at their end. */
export function shareScratch(): Scratch {
  return hookScratch(beforeAll, afterAll);
}

function hookScratch(
  before: (listener: () => void) => void,
  after: (listener: () => void) => void,
): Scratch {
  const scratch = {} as Scratch;
  before(() => void Object.assign(scratch, createScratch()));
  after(() => scratch.remove());
  return scratch;
}
