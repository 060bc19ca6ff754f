import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a file's content, or the names in a folder, outlive a power failure. */
export function flushToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
