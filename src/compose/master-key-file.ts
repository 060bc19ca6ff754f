/** The file of the master key. */
import {
  linkSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { RandomBytes } from '../domain/id.ts';
import { MINUTE_MS } from '../domain/duration.ts';
import { MASTER_KEY_BYTES } from '../domain/master-key.ts';
import { flushToDisk } from '../store/flush-to-disk.ts';

/** Its content has to survive a power failure. */
const NEW_FILE = { flag: 'wx', mode: 0o600, flush: true } as const;
const DRAFT_END = /\.[\da-f]{16}\.new$/;

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
  const draft = nameDraft(path, randomBytes);
  const key = Buffer.from(randomBytes(MASTER_KEY_BYTES)).toString('base64');
  writeFileSync(draft, `${key}\n`, NEW_FILE);
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

function nameDraft(path: string, randomBytes: RandomBytes): string {
  return `${path}.${Buffer.from(randomBytes(8)).toString('hex')}.new`;
}

/**
 * Returns the paths of drafts of the file that killed commands have left. Each key in them that is in use is
 * also in another file.
 */
export function listAbandonedDrafts(path: string, nowMs: number): readonly string[] {
  const folder = dirname(path);
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(path)}.`) && DRAFT_END.test(name))
    .map((name) => join(folder, name))
    .filter((draft) => {
      const changedAtMs = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
      return nowMs - changedAtMs > MINUTE_MS;
    });
}

/** Replaces the text of the file, as a whole, so that a reader sees the old or the new one. */
export function replaceMasterKeyFile(path: string, text: string, randomBytes: RandomBytes): void {
  const draft = nameDraft(path, randomBytes);
  writeFileSync(draft, text, NEW_FILE);
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  flushToDisk(dirname(path));
}
