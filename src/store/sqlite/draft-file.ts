/** Files that are made beside the one that they become. */
import { randomUUID } from 'node:crypto';
import { closeSync, linkSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { syncPath } from '../sync-path.ts';
import { createFile } from './create-file.ts';

/** What SQLite may put beside a database. */
const LOG_SUFFIXES = ['-journal', '-wal', '-shm'] as const;
const NAME_LENGTH_MAX = 64;
/** What file systems without hard links say. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'ENOSYS',
  'EOPNOTSUPP',
]);

/**
 * Runs work on a new, empty file in the folder of another. What is left of it afterwards is removed,
 * also where the process ends meanwhile.
 */
export async function withDraft<T>(
  target: string,
  work: (draft: string) => Promise<T>,
): Promise<T> {
  const name = basename(target).slice(0, NAME_LENGTH_MAX);
  const draft = join(dirname(target), `.${name}.${randomUUID()}.part`);
  const remove = (): void => {
    for (const suffix of ['', ...LOG_SUFFIXES]) rmSync(draft + suffix, { force: true });
  };
  process.once('exit', remove);
  try {
    createFile(draft);
    return await work(draft);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

/** Gives a finished file its name. @throws `EEXIST` where another one has it. */
export function publishDraft(draft: string, target: string): void {
  try {
    linkSync(draft, target);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code)) throw error;
    closeSync(openSync(target, 'wx'));
    renameSync(draft, target);
  }
  syncPath(dirname(target));
}

/** Gives a finished file the name of another, which is moved aside with what lies beside it. */
export function exchangeDraft(draft: string, target: string, aside: string): void {
  for (const suffix of [...LOG_SUFFIXES, '']) {
    if (isThere(target + suffix)) renameSync(target + suffix, aside + suffix);
  }
  renameSync(draft, target);
  syncPath(dirname(target));
}

/** What lies beside a database that SQLite would read with it. */
export function findLog(path: string): string | undefined {
  return ['-wal', '-journal'].map((suffix) => path + suffix).find(isThere);
}

/** True also for a link that leads nowhere. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
