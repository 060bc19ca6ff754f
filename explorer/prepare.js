/**
 * Builds the page after `npm ci` in a checkout, so that `/` answers without a further step. An
 * installation without the development dependencies has no builder and does without.
 */
import { fileURLToPath } from 'node:url';

const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
const vite = await import('vite').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
  throw error;
});
await vite?.build({ configFile, logLevel: 'warn' });
