import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Writes a file's content, or the names in a folder, to the disk, so that they survive a power failure. */
export function flushToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
