/**
 * Generates clients from the OpenAPI document with two independent generators, compiles them, and calls a running
 * service with them: `npm run check:clients`. The generators are installed separately
 * (`npm --prefix tools/api-clients ci`), because they are 91 packages with 60 MB.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readServiceApi } from './api-documents.ts';
import { ROOT } from './files.ts';
import { withDemo } from './start-demo.ts';

const FOLDER = join(ROOT, 'tools/api-clients');
const OUTPUT = join(FOLDER, 'dist');

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT);
writeFileSync(join(OUTPUT, 'openapi.json'), JSON.stringify(await readServiceApi()));
await withDemo(async ({ url, headers }) => {
  const input = JSON.stringify(headers);
  const stdio = ['pipe', 'inherit', 'inherit'] as const;
  execFileSync('npm', ['run', '--silent', 'check', '--', url], {
    cwd: FOLDER,
    input,
    stdio: [...stdio],
  });
});
