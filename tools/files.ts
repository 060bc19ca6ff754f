/** The files of the repository, as the checks of this folder read them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository. */
export const ROOT = join(import.meta.dirname, '..');

/** A file with its path from {@link ROOT}. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Reads the files that match a pattern; those of packages and builds are skipped. */
export function readFiles(pattern: string, exclude: readonly string[] = []): readonly SourceFile[] {
  const skipped = ['**/node_modules', '**/dist', ...exclude];
  return globSync(pattern, { cwd: ROOT, exclude: skipped }).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }));
}

/** Prints the findings of a check; if there is one, this process exits with 1. */
export function report(findings: readonly string[]): void {
  for (const finding of findings) process.stderr.write(`${finding}\n`);
  if (findings.length > 0) process.exitCode = 1;
}
