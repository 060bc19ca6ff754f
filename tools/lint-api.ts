/**
 * Checks the OpenAPI document with Redocly and Spectral: `npm run lint:api`. Both are installed separately
 * (`npm --prefix tools/api-lint ci`), because they are 244 packages with 83 MB.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readServiceApi } from './api-documents.ts';

const FOLDER = fileURLToPath(new URL('api-lint', import.meta.url));
/** Disables the usage reports of both linters. */
const ENVIRONMENT = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const scratch = mkdtempSync(join(tmpdir(), 'teller-api-'));
const path = join(scratch, 'openapi.json');
try {
  writeFileSync(path, JSON.stringify(await readServiceApi(), undefined, 2));
  lint('redocly', ['lint', path, '--config', join(FOLDER, 'redocly.yaml')]);
  const ruleset = join(FOLDER, '.spectral.yaml');
  lint('spectral', ['lint', path, '--ruleset', ruleset, '--fail-severity', 'hint']);
} finally {
  rmSync(scratch, { recursive: true });
}

/** Runs a linter; a finding makes this process exit with 1. */
function lint(name: string, args: readonly string[]): void {
  const { status } = spawnSync(
    process.execPath,
    [join(FOLDER, 'node_modules/.bin', name), ...args],
    {
      env: { ...process.env, ...ENVIRONMENT },
      stdio: 'inherit',
    },
  );
  if (status !== 0) process.exitCode = 1;
}
