import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as immediate } from 'node:timers/promises';

import { afterEach, expect, it, vi } from 'vitest';

import { SupervisedChild } from '../../src/cli/supervised-child.ts';

/** The lifetime of each child in order, by the passed clock. */
const LIVES_MS = [0, 59_999, 60_000, 0];

let child: SupervisedChild | undefined;
let orphan: ChildProcess | undefined;
afterEach(() => {
  child?.kill();
  orphan?.kill('SIGKILL');
});

it('is restarted with a longer delay each time it exits early, and after a second if it ran for a minute', async () => {
  const delays: unknown[] = [];
  let readings = 0;
  child = new SupervisedChild({
    name: 'child',
    spawn: () => spawn(process.execPath, ['-e', '']),
    // The clock is read when a child starts and when it exits.
    now: () => {
      readings += 1;
      return readings % 2 === 1 ? 0 : LIVES_MS[readings / 2 - 1]!;
    },
    logger: {
      info: () => undefined,
      warn: (fields) => delays.push((fields as { delayMs: number }).delayMs),
    },
  });
  child.start();
  await vi.waitFor(() => expect(delays).toHaveLength(4), { timeout: 20_000 });
  expect(delays).toEqual([1000, 2000, 1000, 2000]);
});

it('is restarted if it could not be started, and stops', async () => {
  const reasons: unknown[] = [];
  child = new SupervisedChild({
    name: 'child',
    spawn: () => spawn('/nowhere/program'),
    now: () => 0,
    logger: {
      info: () => undefined,
      warn: (fields) => reasons.push((fields as { reason: string }).reason),
    },
  });
  child.start();
  await vi.waitFor(() => expect(reasons).toHaveLength(2), { timeout: 20_000 });
  expect(reasons[1]).toBe('spawn /nowhere/program ENOENT');
  await child.stop();
});

it('stops at once while it waits for its restart after it was killed, and is not started again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let starts = 0;
    child = new SupervisedChild({
      name: 'child',
      spawn: () => {
        starts += 1;
        return spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      },
      now: () => 0,
      logger: { info: () => undefined, warn: () => undefined },
    });
    const started = child.start();
    const exited = once(started, 'exit');
    started.kill('SIGKILL');
    await exited;
    let isStopped = false;
    void child.stop().then(() => (isStopped = true));
    await immediate();
    expect(isStopped).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(starts).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it('is killed if it does not stop in the time that it may take', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const ignore = "for (const each of ['SIGTERM', 'SIGUSR2']) process.on(each, () => {});";
    const script = `${ignore} setInterval(() => {}, 1000); console.log('runs')`;
    child = new SupervisedChild({
      name: 'child',
      spawn: () => spawn(process.execPath, ['-e', script]),
      // It accepts requests for so long after the signal.
      stopDelayMs: 30_000,
      now: () => 0,
      logger: { info: () => undefined, warn: () => undefined },
    });
    const started = child.start();
    const kill = vi.spyOn(started, 'kill');
    await once(started.stdout!, 'data');
    const stopped = child.stop();
    let isStopped = false;
    void stopped.then(() => (isStopped = true));
    vi.advanceTimersByTime(44_000);
    await immediate();
    expect(isStopped).toBe(false);
    expect(kill).not.toHaveBeenCalledWith('SIGKILL');
    vi.advanceTimersByTime(60_000);
    await stopped;
    expect(started.signalCode).toBe('SIGKILL');
  } finally {
    vi.useRealTimers();
  }
});

it('ends after ten seconds if its parent has exited and its work does not end', async () => {
  const module = new URL('../../src/cli/stop-signal.ts', import.meta.url).href;
  const script = `import { listenForParentOnly } from '${module}';
    listenForParentOnly(); setInterval(() => {}, 1000); process.send('runs');`;
  orphan = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(orphan, 'message');
  orphan.kill('SIGTERM');
  const exited = once(orphan, 'exit');
  orphan.disconnect();
  expect(await exited).toEqual([1, null]);
});

it('ends by its signal, and is not killed', async () => {
  const program = `process.on('SIGUSR2', () => process.exit(7));
    setInterval(() => {}, 1000); console.log('ready')`;
  child = new SupervisedChild({
    name: 'child',
    spawn: () => spawn(process.execPath, ['-e', program]),
    now: () => 0,
    logger: { info: () => undefined, warn: () => undefined },
  });
  const started = child.start();
  const exited = once(started, 'exit');
  await once(started.stdout!, 'data');
  await child.stop();
  expect(await exited).toEqual([7, null]);
});
