/** Files with secrets that others may read. */
import { statSync } from 'node:fs';

/** Says that others may open the file, and what to do; `undefined` if they may not, or it is missing. */
export function explainOpenMode(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  const mode = found?.isFile() === true ? found.mode : 0;
  if ((mode & 0o077) === 0) return undefined;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return `${path} has mode ${shown}: others can open it; run: chmod 600 '${path}'`;
}
