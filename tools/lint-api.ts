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

const FOLDER = join(ROOT, 'tools/api-lint');
/** Disables the usage reports of both linters. */
const ENVIRONMENT = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

using scratch = mkdtempDisposableSync(join(tmpdir(), 'teller-api-'));
const path = join(scratch.path, 'openapi.json');
writeFileSync(path, JSON.stringify(await readServiceApi(), undefined, 2));
lint('redocly', ['--config', join(FOLDER, 'redocly.yaml')]);
lint('spectral', ['--ruleset', join(FOLDER, '.spectral.yaml'), '--fail-severity', 'hint']);

/** Runs a linter; a finding makes this process exit with 1. */
function lint(name: string, options: readonly string[]): void {
  const command = [join(FOLDER, 'node_modules/.bin', name), 'lint', path, ...options];
  const env = { ...process.env, ...ENVIRONMENT };
  const { status } = spawnSync(process.execPath, command, { env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
