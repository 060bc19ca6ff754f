import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { shareScratch } from '../test/scratch.ts';

const ROOT = join(import.meta.dirname, '..');
const EXCHANGE = 'mexc';
/** Without the servers of other tests. */
const CONFIG = `export default { test: { include: ['src/exchanges/${EXCHANGE}/*.test.ts'] } };\n`;

const copy = shareScratch();
beforeAll(() => {
  for (const folder of ['src', 'simulator', 'tools', 'test/exchanges']) {
    const filter = (path: string): boolean => !path.endsWith('node_modules');
    cpSync(join(ROOT, folder), join(copy.folder, folder), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy.folder, 'node_modules'));
  copy.write('vitest.config.js', CONFIG);
  copy.write('package.json', '{ "type": "module" }');
});

function runNode(argv: readonly string[]) {
  return spawnSync(process.execPath, argv, { cwd: copy.folder, encoding: 'utf8' });
}

it('makes an exchange whose tests pass, and registers it', () => {
  const made = runNode(['tools/new-exchange.ts', EXCHANGE]);
  expect(made).toMatchObject({ status: 0, stderr: '' });
  expect(made.stdout).toContain(`simulator/${EXCHANGE}/api.ts`);
  const read = (path: string): string => readFileSync(join(copy.folder, path), 'utf8');
  expect(read('simulator/catalogue.ts')).toContain(`${EXCHANGE}: MEXC,`);
  expect(read(`src/exchanges/${EXCHANGE}/profile.ts`)).toContain('it was copied from bitvavo');
  expect(read(`src/exchanges/${EXCHANGE}/MAPPINGS.md`)).toContain('it was copied from bitvavo');
  const tested = runNode(['node_modules/vitest/vitest.mjs', 'run', '--no-color']);
  expect(tested.stdout).toMatch(/Test Files {2}(\d+) passed \(\1\)/);
  const loaded = runNode([
    '-e',
    `import('./simulator/catalogue.ts').then(({ EXCHANGE_NAMES }) =>
    process.stdout.write(EXCHANGE_NAMES.join()))`,
  ]);
  expect(loaded.stdout.split(',')).toContain(EXCHANGE);
});

it.each([
  ['an unknown exchange', ['unknown'], 'ccxt has no exchange unknown'],
  ['an existing one', ['kraken'], 'exists already'],
  ['an odd name', ['../kraken'], 'no id of ccxt'],
  ['an unknown pattern', ['bitmart', '--like', 'nothing'], 'no certified exchange has this name'],
])('refuses %s', (_case, argv, message) => {
  const { status, stderr } = runNode(['tools/new-exchange.ts', ...argv]);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});
