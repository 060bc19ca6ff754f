/** Writes files next to the files that they replace. */
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, linkSync, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { DAY_MS } from '../../domain/duration.ts';
import { flushToDisk } from '../flush-to-disk.ts';
import { createFile } from './create-file.ts';

/** Files that SQLite may create next to a database. */
const LOG_SUFFIXES = ['-journal', '-wal', '-shm'] as const;
const NAME_LENGTH_MAX = 64;
/** The name of an incomplete file: target, host, process, random number, suffix of SQLite. */
const INCOMPLETE_NAME =
  /^\..{1,64}\.([\da-f]{8})\.(\d{1,10})\.[\da-f-]{36}\.part(?:-journal|-wal|-shm)?$/;
/** Error codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'ENOSYS',
  'EOPNOTSUPP',
]);

/**
 * Time without a change after which a file is abandoned although its process cannot be looked up: it ran on
 * another host (a container has a host name of its own), or another process has its number now.
 */
const ABANDONED_MS = DAY_MS;

/**
 * Runs `work` on a new, empty file in the folder of the target. Removes the file afterwards if it still
 * exists, also if the process exits meanwhile. Files of killed processes are removed by the next call for the
 * same folder.
 */
export async function withIncompleteFile<T>(
  target: string,
  work: (incomplete: string) => Promise<T>,
): Promise<T> {
  const folder = dirname(target);
  for (const path of listAbandonedFiles(folder)) rmSync(path, { force: true });
  const name = basename(target).slice(0, NAME_LENGTH_MAX);
  const owner = `${hashHost()}.${process.pid}`;
  const incomplete = join(folder, `.${name}.${owner}.${randomUUID()}.part`);
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

/** Returns the paths of the incomplete files in a folder whose process was killed. */
export function listAbandonedFiles(folder: string): readonly string[] {
  if (!pathExists(folder)) return [];
  return readdirSync(folder)
    .filter((name) => isAbandoned(folder, name))
    .map((name) => join(folder, name));
}

function isAbandoned(folder: string, name: string): boolean {
  const [, host, pid] = INCOMPLETE_NAME.exec(name) ?? [];
  if (pid === undefined) return false;
  if (host === hashHost() && !isRunning(Number(pid))) return true;
  const changedAtMs = lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return Date.now() - changedAtMs > ABANDONED_MS;
}

/** Returns a short hash of the name of this host, because the name may be too long for a file name. */
function hashHost(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
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
