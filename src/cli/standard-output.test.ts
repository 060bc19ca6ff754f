import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { useScratch } from '../../test/scratch.ts';

import { assumeWidth } from './standard-output.ts';

it('assumes 80 columns for a terminal that reports no size, and keeps every other width', () => {
  const widths = [0, 40, undefined].map((columns) => assumeWidth({ columns }).columns);
  expect(widths).toEqual([80, 40, undefined]);
});

const MODULE = new URL('standard-output.ts', import.meta.url).href;
const WORD = 'word ';
const COUNT = 2000;

const scratch = useScratch();

/** Starts a process that writes a result when its standard input ends. @param limit an `ulimit` of the shell. */
function startWriter(stdout: 'pipe' | number, limit = ':') {
  const script = `const { openStandardOutput } = await import('${MODULE}');
    process.stdin.resume().on('end', () => openStandardOutput().write('${WORD}'.repeat(${COUNT})));`;
  const command = `${limit}; exec "$0" --input-type=module -e "$1"`;
  const child = spawn('sh', ['-c', command, process.execPath, script], {
    stdio: ['pipe', stdout, 'pipe'],
  });
  const finish = async () => {
    child.stdin!.end();
    const closed = once(child, 'close');
    return { stderr: await text(child.stderr!), code: (await closed)[0] as number };
  };
  return { child, finish };
}

it.each([
  ['/dev/full', ':', 'its disk is full (ENOSPC)'],
  ['file', 'ulimit -f 1', 'the file would exceed its maximum size (EFBIG)'],
])('reports an output to %s that the system does not write whole', async (path, limit, cause) => {
  const file = openSync(resolve(scratch.folder, path), 'w');
  const { code, stderr } = await startWriter(file, limit).finish();
  closeSync(file);
  expect(stderr).toContain(`teller: standard output cannot be written, because ${cause}: free`);
  expect(code).toBe(1);
});

it('writes the whole output into a file', async () => {
  const path = join(scratch.folder, 'file');
  const file = openSync(path, 'w');
  expect(await startWriter(file).finish()).toEqual({ stderr: '', code: 0 });
  closeSync(file);
  expect(readFileSync(path, 'utf8')).toBe(WORD.repeat(COUNT));
});

it('ends without a message if the reader of its output has exited', async () => {
  const { child, finish } = startWriter('pipe');
  child.stdout!.destroy();
  await once(child.stdout!, 'close');
  expect(await finish()).toEqual({ stderr: '', code: 0 });
});
