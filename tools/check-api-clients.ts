/**
 * Generates clients from the OpenAPI document with two independent generators, compiles them, and calls a running
 * service with them: `npm run check:clients`. The generators are installed separately
 * (`npm --prefix tools/api-clients ci`), because they are 91 packages with 60 MB.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TELLER = fileURLToPath(new URL('../bin/teller', import.meta.url));
const FOLDER = fileURLToPath(new URL('api-clients', import.meta.url));
const GENERATED = join(FOLDER, 'dist/generated');
const DOCUMENT = join(GENERATED, 'openapi.json');

/** The output of `teller demo --json`. */
interface Demo {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const demo = spawn(TELLER, ['demo', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
const closed = once(demo, 'close');
try {
  const [line] = (await once(demo.stdout, 'data')) as [Buffer];
  const { url, headers } = JSON.parse(line.toString()) as Demo;
  rmSync(join(FOLDER, 'dist'), { recursive: true, force: true });
  mkdirSync(GENERATED, { recursive: true });
  const response = await fetch(`${url}/openapi.json`);
  writeFileSync(DOCUMENT, await response.text());
  runTool('openapi-ts', ['--input', DOCUMENT, '--output', join(GENERATED, 'hey-api')]);
  runTool('openapi-typescript', [DOCUMENT, '--output', join(GENERATED, 'openapi-typescript.ts')]);
  runTool('tsc', ['--project', FOLDER]);
  run([join(FOLDER, 'dist/compiled/src/main.js'), url], JSON.stringify(headers));
} finally {
  demo.kill();
  await closed;
}

/** Runs a program of the folder's packages. */
function runTool(name: string, args: readonly string[]): void {
  run([join(FOLDER, 'node_modules/.bin', name), ...args], '');
}

/** Runs Node with these arguments. @throws {Error} if it fails. */
function run(args: readonly string[], input: string): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd: FOLDER,
    input,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`failed: ${args.join(' ')}`);
}
