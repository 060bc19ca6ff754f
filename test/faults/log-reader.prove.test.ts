/** Commands whose log can no longer be read or written. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

import { tellerEnvironment } from '../teller.ts';
import { useScratch } from '../cli/scratch.ts';

const TELLER = fileURLToPath(new URL('../../bin/teller', import.meta.url));
const END_MS_MAX = 5000;

const scratch = useScratch();
let child: ChildProcess;

afterEach(() => child.kill('SIGKILL'));

async function serve(stderr: number | 'pipe'): Promise<string> {
  child = spawn(TELLER, ['serve', '--port', '0', '--no-sync', '--json'], {
    env: tellerEnvironment({ ...scratch.variables, TELLER_LOG_LEVEL: 'info' }),
    stdio: ['ignore', 'pipe', stderr],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return (JSON.parse(line.toString()) as { url: string }).url;
}

/** Adds a few lines to the log's buffer, less than a batch, and stops the command. */
async function stopWithLinesLeft(url: string): Promise<number | null> {
  // An open connection would delay the exit until the lines were written in the background.
  const headers = { connection: 'close' };
  for (let count = 0; count < 3; count += 1) {
    await fetch(`${url}/v0/wallet/transactions`, { headers });
  }
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGINT');
  const [code] = await ended;
  return code;
}

it('ends at a signal although the reader of its log has exited', { timeout: 15_000 }, async () => {
  const pipe = join(scratch.folder, 'log');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const url = await serve(openSync(pipe, 'w'));
  closeSync(reader);
  const startedAtMs = performance.now();
  expect(await stopWithLinesLeft(url)).toBe(0);
  expect(performance.now() - startedAtMs).toBeLessThan(END_MS_MAX);
});

it('ends at a signal although the disk of its log is full', { timeout: 15_000 }, async () => {
  const url = await serve(openSync('/dev/full', 'w'));
  const startedAtMs = performance.now();
  expect(await stopWithLinesLeft(url)).toBe(0);
  expect(performance.now() - startedAtMs).toBeLessThan(END_MS_MAX);
});

it('writes the remaining lines when it ends', async () => {
  const url = await serve('pipe');
  let log = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  expect(await stopWithLinesLeft(url)).toBe(0);
  expect(log.match(/"msg":"request"/g)).toHaveLength(3);
});
