/**
 * Generates clients from the OpenAPI document with two independent generators, compiles them, and calls a running
 * service with them: `npm run check:clients`. The generators are installed separately
 * (`npm --prefix tools/api-clients ci`), because they are 91 packages with 60 MB.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './files.ts';
import { withDemo } from './start-demo.ts';

const FOLDER = join(ROOT, 'tools/api-clients');
const GENERATED = join(FOLDER, 'dist/generated');
const DOCUMENT = join(GENERATED, 'openapi.json');

await withDemo(async ({ url, headers }) => {
  rmSync(join(FOLDER, 'dist'), { recursive: true, force: true });
  mkdirSync(GENERATED, { recursive: true });
  const response = await fetch(`${url}/openapi.json`);
  writeFileSync(DOCUMENT, await response.text());
  runTool('openapi-ts', ['--input', DOCUMENT, '--output', join(GENERATED, 'hey-api')]);
  runTool('openapi-typescript', [DOCUMENT, '--output', join(GENERATED, 'openapi-typescript.ts')]);
  runTool('tsc', ['--project', FOLDER]);
  run([join(FOLDER, 'dist/compiled/src/main.js'), url], JSON.stringify(headers));
});

/** Runs a program of the folder's packages. */
function runTool(name: string, args: readonly string[]): void {
  run([join(FOLDER, 'node_modules/.bin', name), ...args], '');
}

/** Runs Node with these arguments. @throws {Error} if it fails. */
function run(args: readonly string[], input: string): void {
  execFileSync(process.execPath, args, {
    cwd: FOLDER,
    input,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}
