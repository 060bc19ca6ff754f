/** Checks the modes of files with secrets. */
import { statSync } from 'node:fs';

/** Returns a warning if others can open the file; `undefined` if they cannot, or its mode cannot be read. */
export function explainOpenMode(path: string): string | undefined {
  const mode = readMode(path);
  if ((mode & 0o077) === 0) return undefined;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return `${path} has mode ${shown}: others can open it; run: chmod 600 '${path}'`;
}

/** Returns the mode of a file; 0 if there is none, or this user may not see it, which the reader of the file reports. */
function readMode(path: string): number {
  try {
    const found = statSync(path);
    return found.isFile() ? found.mode : 0;
  } catch {
    return 0;
  }
}
