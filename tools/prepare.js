/**
 * npm runs this after `npm ci` in a checkout, and when it packs the folder: for `npm pack`, and to install a
 * git URL. Builds the explorer and the Connect page, so that `/` and `/connect` respond without a further step, and for a
 * package also the program. An installation without the development dependencies has no builder and does without the pages.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const vite = await import('vite').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
  throw error;
});
await vite?.build({ configFile: `${root}explorer/vite.config.ts`, logLevel: 'warn' });
await vite?.build({ configFile: `${root}explorer/connect/vite.config.ts`, logLevel: 'warn' });

// npm sets this variable when it packs. A checkout runs the sources and needs no compiled program.
if (process.env['npm_package_resolved'] !== undefined) {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
}
