/** The file that holds the master key, and making it on first use. */
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import type { RandomBytes } from './domain/id.ts';
import { MASTER_KEY_BYTES } from './domain/master-key.ts';
import { syncPath } from './store/sync-path.ts';

const FILE_MODE = 0o600;

/** The text of a master key's file, or `undefined` where there is no such file. */
export function readMasterKeyFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Makes the file with a new random key unless another process does so at the same time; either way
 * the returned text is what the file holds. The file appears under its name with all of its
 * content (a link to a finished file), so nobody ever reads half a key.
 */
export function createMasterKeyFile(path: string, randomBytes: RandomBytes): string {
  const draft = `${path}.${Buffer.from(randomBytes(8)).toString('hex')}.new`;
  writeDurably(draft, `${Buffer.from(randomBytes(MASTER_KEY_BYTES)).toString('base64')}\n`);
  try {
    linkSync(draft, path);
    // The new name outlives a power failure, as the database that depends on it will.
    syncPath(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8');
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
