/** Writes files next to the files that they replace. */
import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { HOUR_MS } from '../../domain/duration.ts';
import { flushToDisk } from '../flush-to-disk.ts';
import { createFile } from './create-file.ts';

/** Files that SQLite may create next to a database. */
const LOG_SUFFIXES = ['-journal', '-wal', '-shm'] as const;
const NAME_LENGTH_MAX = 64;
/** The name of an incomplete file: target, random number, suffix of SQLite. */
const INCOMPLETE_NAME = /^\..{1,64}\.[\da-f-]{36}\.part(?:-journal|-wal|-shm)?$/;
/** Time without a change after which a file is abandoned: its process was killed. */
const ABANDONED_MS = HOUR_MS;

/**
 * Runs `work` on a new, empty file in the folder of the target. Removes the file afterwards if it still
 * exists, also if the process exits meanwhile. Files of killed processes are removed by a later call for the
 * same folder.
 */
export async function withIncompleteFile<T>(
  target: string,
  work: (incomplete: string) => Promise<T>,
): Promise<T> {
  const folder = dirname(target);
  for (const path of listAbandonedFiles(folder)) rmSync(path, { force: true });
  const name = basename(target).slice(0, NAME_LENGTH_MAX);
  const incomplete = join(folder, `.${name}.${randomUUID()}.part`);
  const remove = (): void => {
    for (const suffix of ['', ...LOG_SUFFIXES]) rmSync(incomplete + suffix, { force: true });
  };
  process.once('exit', remove);
  try {
    createFile(incomplete);
    return await work(incomplete);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

/** Returns the paths of the incomplete files in a folder that killed processes have left. */
export function listAbandonedFiles(folder: string): readonly string[] {
  if (!pathExists(folder)) return [];
  return readdirSync(folder)
    .filter((name) => INCOMPLETE_NAME.test(name))
    .map((name) => join(folder, name))
    .filter((path) => {
      const changedAtMs = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
      return Date.now() - changedAtMs > ABANDONED_MS;
    });
}

/** Gives a finished file its name. */
export function publishFile(incomplete: string, target: string): void {
  renameSync(incomplete, target);
  flushToDisk(dirname(target));
}

/** Moves a file aside, with the files that belong to it, and gives a finished file its name. */
export function exchangeFile(incomplete: string, target: string, aside: string): void {
  for (const suffix of [...LOG_SUFFIXES, '']) {
    if (pathExists(target + suffix)) renameSync(target + suffix, aside + suffix);
  }
  publishFile(incomplete, target);
}

/** Returns the files next to a database that SQLite would read with it. */
export function findLog(path: string): string | undefined {
  return ['-wal', '-journal'].map((suffix) => path + suffix).find(pathExists);
}

/** Returns true if the path exists, also for a broken link. */
export function pathExists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
