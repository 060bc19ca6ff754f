/** Checks the modes of files with secrets. */
import { statSync } from 'node:fs';

/** Returns a warning if others can open the file; `undefined` if they cannot, or it is missing. */
export function explainOpenMode(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  const mode = found?.isFile() === true ? found.mode : 0;
  if ((mode & 0o077) === 0) return undefined;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return `${path} has mode ${shown}: others can open it; run: chmod 600 '${path}'`;
}
