/** The files of the repository, as the checks of this folder read them. */
import { globSync, readFileSync, realpathSync } from 'node:fs';
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

/**
 * Returns true if Node was started with a file, not if another file imports it. `import.meta.main` says the same, but Node has
 * it from 24.2 on, and npm installs 24.0 for Apple silicon.
 * @param file `import.meta.filename`, which is without symbolic links.
 */
export function isProgram(file: string): boolean {
  const [, program] = process.argv;
  return program !== undefined && realpathSync(program) === file;
}
