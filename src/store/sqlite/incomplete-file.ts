/** Writes files next to the files that they replace. */
import { randomUUID } from 'node:crypto';
import { closeSync, linkSync, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { flushToDisk } from '../flush-to-disk.ts';
import { createFile } from './create-file.ts';

/** Files that SQLite may create next to a database. */
const LOG_SUFFIXES = ['-journal', '-wal', '-shm'] as const;
const NAME_LENGTH_MAX = 64;
/**
 * The end of the name of an incomplete file, after the target's name: process, random number, suffix of
 * SQLite.
 */
const INCOMPLETE_END = /^(\d{1,10})\.[\da-f-]{36}\.part(?:-journal|-wal|-shm)?$/;
/** Error codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'ENOSYS',
  'EOPNOTSUPP',
]);

/** Minimum time since the last change of an abandoned file; its process has also ended. */
const LEFT_OVER_MS = 60_000;

/**
 * Runs `work` on a new, empty file in the folder of the target. Removes the file afterwards if it still
 * exists, also if the process exits meanwhile. Files of killed processes are removed by the next call for the
 * same target.
 */
export async function withIncompleteFile<T>(
  target: string,
  work: (incomplete: string) => Promise<T>,
): Promise<T> {
  const name = basename(target).slice(0, NAME_LENGTH_MAX);
  removeLeftOver(dirname(target), `.${name}.`);
  const incomplete = join(dirname(target), `.${name}.${process.pid}.${randomUUID()}.part`);
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

function removeLeftOver(folder: string, prefix: string): void {
  if (!pathExists(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix)) continue;
    const pid = INCOMPLETE_END.exec(name.slice(prefix.length))?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(folder, name);
    const writtenAtMs = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - writtenAtMs > LEFT_OVER_MS) rmSync(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Gives a finished file its name. @throws `EEXIST` if another file has the name. */
export function publishFile(incomplete: string, target: string): void {
  try {
    linkSync(incomplete, target);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code)) throw error;
    closeSync(openSync(target, 'wx'));
    renameSync(incomplete, target);
  }
  flushToDisk(dirname(target));
}

/**
 * Gives a finished file the name of another file, which is moved to `aside` with the files that belong to it.
 */
export function exchangeFile(incomplete: string, target: string, aside: string): void {
  for (const suffix of [...LOG_SUFFIXES, '']) {
    if (pathExists(target + suffix)) renameSync(target + suffix, aside + suffix);
  }
  renameSync(incomplete, target);
  flushToDisk(dirname(target));
}

/** Returns the files next to a database that SQLite would read with it. */
export function findLog(path: string): string | undefined {
  return ['-wal', '-journal'].map((suffix) => path + suffix).find(pathExists);
}

/** Returns true if the path exists, also for a broken link. */
export function pathExists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
