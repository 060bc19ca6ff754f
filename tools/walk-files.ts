import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Yields the files in a folder and its subfolders, or the file itself.
 *
 * @param path of a file or folder.
 * @param extensions matches the names of the files that are yielded.
 * @param skipped names of files and folders that are not yielded.
 */
export function* walkFiles(
  path: string,
  extensions: RegExp,
  skipped: ReadonlySet<string>,
): Generator<string> {
  if (!statSync(path).isDirectory()) {
    if (extensions.test(path)) yield path;
    return;
  }
  for (const name of readdirSync(path)) {
    if (!skipped.has(name)) yield* walkFiles(join(path, name), extensions, skipped);
  }
}
