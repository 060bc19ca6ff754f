/** The check of `teller doctor` of the disk of an SQLite database. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Finding } from './wallet-checks.ts';

/** Fewer bytes than these are too few for a synchronisation. */
const PROBE_BYTES = 1_048_576;
/** The system's codes for a full disk, and for a user who has used all of the space that the user may use. */
const FULL_CODES: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Writes a temporary file next to the database, and removes it. Free blocks may be reserved for another user, and a user may have
 * a quota, so their number says less. Other errors are not reported: the checks of the database report theirs.
 */
export function checkDisk(database: string): Finding {
  const name = 'disk';
  const folder = dirname(database);
  try {
    probe(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (FULL_CODES.has(code)) {
      const detail = `the disk of ${folder} is full (${code}): changes and synchronisation fail; free space on it`;
      return { name, ok: false, detail };
    }
  }
  return { name, ok: true, detail: `${folder} has space for changes` };
}

function probe(folder: string): void {
  const path = join(folder, `.teller-probe-${randomBytes(8).toString('hex')}`);
  const file = openSync(path, 'wx', 0o600);
  try {
    // A file without a name is freed when the process ends, also if it is killed.
    rmSync(path);
    // Some file systems store no zeros.
    const bytes = randomBytes(PROBE_BYTES);
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
