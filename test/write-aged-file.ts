import { utimesSync, writeFileSync } from 'node:fs';

/** Creates an empty file that was changed so long ago, and returns its path. */
export function writeAgedFile(path: string, ageMs: number): string {
  const changedAt = new Date(Date.now() - ageMs);
  writeFileSync(path, '');
  utimesSync(path, changedAt, changedAt);
  return path;
}
