/** Checks the modes of files with secrets. */
import { statSync } from 'node:fs';

/** Returns a warning if others can open the file; `undefined` if they cannot, or its mode cannot be read. */
export function explainOpenMode(path: string): string | undefined {
  const mode = readFileMode(path) ?? 0;
  if ((mode & 0o077) === 0) return undefined;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  const quoted = `'${path.replaceAll("'", String.raw`'\''`)}'`;
  return `${path} has mode ${shown}: others can open it; run: chmod 600 ${quoted}`;
}

/** Returns the mode of a file; `undefined` if there is none, or this user may not see it, which the reader of the file reports. */
export function readFileMode(path: string): number | undefined {
  try {
    const found = statSync(path);
    return found.isFile() ? found.mode : undefined;
  } catch {
    return undefined;
  }
}
