/**
 * Checks the OpenAPI document with Redocly and Spectral: `npm run lint:api`. Both are installed separately
 * (`npm --prefix tools/api-lint ci`), because they are 244 packages with 83 MB.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readServiceApi } from './api-documents.ts';
import { ROOT } from './files.ts';

using scratch = mkdtempDisposableSync(join(tmpdir(), 'teller-api-'));
const document = join(scratch.path, 'openapi.json');
writeFileSync(document, JSON.stringify(await readServiceApi(), undefined, 2));
for (const linter of ['redocly', 'spectral']) {
  const argv = [
    '--prefix',
    join(ROOT, 'tools/api-lint'),
    'run',
    '--silent',
    linter,
    '--',
    document,
  ];
  if (spawnSync('npm', argv, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
