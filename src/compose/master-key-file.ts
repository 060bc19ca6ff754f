/** The file of the master key. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

import type { RandomBytes } from '../domain/id.ts';
import { MASTER_KEY_BYTES } from '../domain/master-key.ts';
import { flushToDisk } from '../store/flush-to-disk.ts';

const FILE_MODE = 0o600;

/** Returns the text of a master key file, or `undefined` if it does not exist. */
export function readMasterKeyFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates the file with a new random key and returns its text. If another process creates it concurrently,
 * returns the text of that file. The file is linked to its name when it is complete, so no process reads a
 * partial key.
 */
export function createMasterKeyFile(path: string, randomBytes: RandomBytes): string {
  const draft = `${path}.${Buffer.from(randomBytes(8)).toString('hex')}.new`;
  writeDurably(draft, `${Buffer.from(randomBytes(MASTER_KEY_BYTES)).toString('base64')}\n`);
  try {
    linkSync(draft, path);
    // The new name has to survive a power failure, because the database depends on it.
    flushToDisk(dirname(path));
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

/** Replaces the text of the file, as a whole, so that a reader sees the old or the new one. */
export function replaceMasterKeyFile(path: string, text: string, randomBytes: RandomBytes): void {
  const draft = `${path}.${Buffer.from(randomBytes(8)).toString('hex')}.new`;
  writeDurably(draft, text);
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  flushToDisk(dirname(path));
}
