/**
 * The entry of `teller`. Node caches compiled sources between runs, which halves the start time. The cache
 * has to be enabled before other modules are loaded. Node ignores it if its folder is not writable.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

import { PACKAGE_ROOT } from '../compose/package-root.ts';

enableCompileCache(join(PACKAGE_ROOT, 'node_modules/.cache/teller'));
const { runProcess } = await import('./run.ts');
await runProcess(import.meta.filename);
