/**
 * Compiles the program into `dist/`, for the package: Node does not run TypeScript under `node_modules`.
 * A checkout runs its sources and needs no build.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './files.ts';

const OUTPUT = join(ROOT, 'dist');

rmSync(OUTPUT, { recursive: true, force: true });
// The compiler writes modules and the JSON that they import. Migrations and their checksums are read as files.
execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const file of globSync('src/store/*/migrations/*', { cwd: ROOT })) {
  cpSync(join(ROOT, file), join(OUTPUT, file));
}
