/**
 * The entry of `teller`. Node caches compiled sources between runs, which halves the start time. The cache has
 * to be enabled before anything else is loaded; Node ignores it if its folder is not writable.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/teller', import.meta.url)));
const { runCommandLine } = await import('./run.ts');
await runCommandLine();
