/** The file of the master key. */
import {
  closeSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { RandomBytes } from '../domain/id.ts';
import { MINUTE_MS } from '../domain/duration.ts';
import { MASTER_KEY_BYTES } from '../domain/master-key.ts';
import { flushToDisk } from '../store/flush-to-disk.ts';
import { SetupError } from './setup-error.ts';

const FILE_MODE = 0o600;
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
 *
 * @param ownedLike a file whose owner becomes the owner of the new file.
 * @throws {SetupError} `master_key_of_another_user` if this user may not give the file to that owner.
 */
export function createMasterKeyFile(
  path: string,
  randomBytes: RandomBytes,
  ownedLike?: string,
): string {
  const draft = nameDraft(path, randomBytes);
  const text = `${Buffer.from(randomBytes(MASTER_KEY_BYTES)).toString('base64')}\n`;
  writeDurably(draft, text, ownedLike);
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

/** Writes a new file to the disk; removes it if it cannot be completed. */
function writeDurably(path: string, text: string, ownedLike: string | undefined): void {
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    if (ownedLike !== undefined) giveToOwnerOf(ownedLike, file);
    writeSync(file, text);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * The service reads its key as the owner of the file. The owner is changed by the descriptor: the owner of the folder could
 * replace the name by a link to a file of root.
 */
function giveToOwnerOf(path: string, file: number): void {
  const { uid, gid } = statSync(path);
  if (fstatSync(file).uid === uid) return;
  try {
    fchownSync(file, uid, gid);
  } catch (error) {
    throw new SetupError(
      'master_key_of_another_user',
      `${path} belongs to another user, and this user may not write a file for that user; run the command as the owner of ` +
        'the file, or as root',
      { cause: error },
    );
  }
}

/**
 * Replaces the text of the file, as a whole, so that a reader sees the old or the new one.
 *
 * @param ownedLike a file whose owner becomes the owner of this file.
 * @throws {SetupError} `master_key_of_another_user` if this user may not give the file to that owner.
 */
export function replaceMasterKeyFile(
  path: string,
  text: string,
  randomBytes: RandomBytes,
  ownedLike: string,
): void {
  const draft = nameDraft(path, randomBytes);
  writeDurably(draft, text, ownedLike);
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  flushToDisk(dirname(path));
}
