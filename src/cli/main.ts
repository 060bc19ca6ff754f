/**
 * The entry of `teller`. Compiled sources are kept between runs, which halves the time to start;
 * that has to be turned on before anything else is loaded. Where the folder cannot be written, Node
 * goes on without it.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/teller', import.meta.url)));
const { runCommandLine } = await import('./run.ts');
await runCommandLine();
