/** An import reads a pipe, and can be interrupted meanwhile. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readlinkSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';

import { askTeller, startTeller } from '../teller.ts';
import { createImportsWallet, shareScratch } from './scratch.ts';

const OPENED_MS_MAX = 15_000;

const scratch = shareScratch();
let walletId: string;
beforeAll(async () => {
  ({ walletId } = await createImportsWallet(scratch.variables));
});

function startImport(pipe: string, options: readonly string[] = []) {
  const child = startTeller(['import', '--wallet', walletId, pipe, ...options], scratch.variables);
  const ended = Promise.all([text(child.stderr!), once(child, 'close')]);
  return { child, ended };
}

/** Waits until a process has opened a file, and kills it if it does not. */
async function waitUntilOpened(path: string, child: ChildProcess): Promise<void> {
  const folder = `/proc/${child.pid}/fd`;
  const untilMs = performance.now() + OPENED_MS_MAX;
  while (performance.now() < untilMs) {
    const opened = readdirSync(folder).map((name) => findTarget(join(folder, name)));
    if (opened.includes(path)) return;
    await sleep(10);
  }
  child.kill('SIGKILL');
  throw new Error(`the import did not open ${path}`);
}

/** Returns the target of a link, if it still exists. */
function findTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

describe.runIf(existsSync('/proc/self/fd'))('teller import of a pipe', { timeout: 60_000 }, () => {
  it.each(['before its writer opens it', 'while its writer waits'])(
    'ends if it is interrupted while it reads a pipe, %s',
    async (moment) => {
      const pipe = join(scratch.folder, `pipe-${moment.length}`);
      execFileSync('mkfifo', [pipe]);
      const { child, ended } = startImport(pipe);
      // Opened for both, so that no writer waits for a reader.
      const writer = moment.startsWith('while') ? openSync(pipe, 'r+') : undefined;
      if (writer !== undefined) writeSync(writer, 'timestamp,asset,type,amount,status\n');
      await waitUntilOpened(pipe, child);
      child.kill('SIGTERM');
      const [stderr, [code]] = await ended;
      if (writer !== undefined) closeSync(writer);
      expect([code, stderr]).toEqual([
        1,
        `teller: ${basename(pipe)}: interrupted. Nothing was stored\n`,
      ]);
      expect(await askTeller(['import', 'list'], scratch.variables)).toEqual({ imports: [] });
    },
  );

  it('reads a pipe whose writer opens it later and writes slowly', async () => {
    const pipe = join(scratch.folder, 'slow.csv');
    execFileSync('mkfifo', [pipe]);
    const { child, ended } = startImport(pipe, ['--dry-run']);
    await waitUntilOpened(pipe, child);
    const writer = openSync(pipe, 'w');
    for (const line of [
      'timestamp,asset,type,amount,status\n',
      '2000000000000,X,deposit,1,completed\n',
    ]) {
      writeSync(writer, line);
      await sleep(300);
    }
    closeSync(writer);
    const [stderr, [code]] = await ended;
    expect([code, stderr]).toEqual([0, '']);
  });
});
