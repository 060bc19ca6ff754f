import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { StoreUnavailableError } from '../errors.ts';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Creates the file and its directory, accessible to this user only; SQLite gives the files next to it the
 * same mode. Does not open an existing file: closing it would drop the locks of other connections of this
 * process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
export function createFile(path: string): void {
  try {
    createFolder(dirname(path));
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'EEXIST') return;
    throw new StoreUnavailableError(
      `${path}: the database file cannot be created (${code}); check its path and the permissions of its folder`,
      { cause: error },
    );
  }
}

/**
 * Creates a folder and its parent folders. Node's own implementation (`recursive`) does not end if the system
 * reports an existing folder as missing, as for /proc.
 */
function createFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const above = dirname(path);
  if (above !== path) createFolder(above);
  try {
    mkdirSync(path, { mode: DIRECTORY_MODE });
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
