import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What git ignores, and tests need: the pages, as `npm ci` builds them. */
const BUILT = ['explorer/dist', 'explorer/connect/dist'];

/** Copies the sources of a checkout into a new folder, with a link to its packages. Returns the folder. */
export function copySources(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'teller-mutants-'));
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  for (const folder of BUILT.filter((name) => existsSync(join(root, name)))) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
