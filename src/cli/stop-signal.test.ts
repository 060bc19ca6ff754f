import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, expect, it } from 'vitest';

const MODULE = new URL('stop-signal.ts', import.meta.url).href;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGQUIT', 131],
  ['SIGTERM', 143],
] as const)(
  'a command that %s ends runs its exit handlers, and has the exit code %i of a shell',
  async (signal, code) => {
    const script = `import { exitAtSignal } from '${MODULE}';
      exitAtSignal();
      process.once('exit', () => console.log('cleaned up'));
      setInterval(() => {}, 1000);
      console.log('runs');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(output).toBe('runs\ncleaned up\n');
  },
);

/** Starts a command that listens by a function of the module; ten seconds of its timers are a tenth of a second. */
async function start(listen: string) {
  const script = `const wait = setTimeout;
    globalThis.setTimeout = (work, ms) => wait(work, ms === 10_000 ? 100 : ms);
    const { ${listen}, whenStopped } = await import('${MODULE}');
    const stop = ${listen}();
    void whenStopped(stop).then(() => whenStopped(stop)).then(() => console.log('stops'));
    process.on('SIGWINCH', () => console.log('still runs'));
    setInterval(() => {}, 1000);
    console.log('runs');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => (await lines.next()).value;
  expect(await next()).toBe('runs');
  return { child, next };
}

/** Sends signals, and then one that only shows that the command has handled them. */
async function send(child: ChildProcess, ...signals: readonly NodeJS.Signals[]): Promise<void> {
  for (const signal of [...signals, 'SIGWINCH' as const]) {
    child.kill(signal);
    // Signals that wait together are not handled in their order.
    await sleep(20);
  }
}

it('a command stops at the first signal, ignores a second SIGHUP, and ends at another one', async () => {
  const { child, next } = await start('listenForStopOrParent');
  await send(child, 'SIGHUP', 'SIGHUP');
  expect([await next(), await next()]).toEqual(['stops', 'still runs']);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
});

it('a child ignores the signals that a terminal sends to it and its parent, and stops when its parent says so', async () => {
  const { child, next } = await start('listenForParentOnly');
  await send(child, 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGTERM');
  expect(await next()).toBe('still runs');
  child.kill('SIGUSR2');
  expect(await next()).toBe('stops');
});

it.each([['listenForParentOnly'], ['listenForStopOrParent']])(
  'a child (%s) stops when its parent has exited, and ends after ten seconds if its work does not end',
  async (listen) => {
    const { child, next } = await start(listen);
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await next()).toBe('stops');
    expect(await exited).toEqual([1, null]);
  },
);
