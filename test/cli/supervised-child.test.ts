import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as immediate } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { SupervisedChild, type SupervisedChildOptions } from '../../src/cli/supervised-child.ts';

interface Restart {
  readonly delayMs: number;
  readonly reason: string;
}

let child: SupervisedChild | undefined;
let started: ChildProcess[] = [];
let nowMs = 0;
let restarts: ReturnType<typeof listen>;

/** Passes on each announced restart, in order. */
function listen() {
  const channel = new TransformStream<Restart, Restart>(undefined, { highWaterMark: 99 });
  const [writer, reader] = [channel.writable.getWriter(), channel.readable.getReader()];
  const next = async (): Promise<Restart> => (await reader.read()).value!;
  return { note: (restart: Restart) => void writer.write(restart), next };
}

beforeEach(() => {
  // Only those of the supervision: processes run in their own time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  started = [];
  nowMs = 0;
  restarts = listen();
});
afterEach(() => {
  vi.useRealTimers();
  child?.kill();
  for (const each of started) each.kill('SIGKILL');
});

/** Supervises a program, which is started at once. */
function supervise(
  command: readonly [program: string, ...args: string[]],
  options: Partial<SupervisedChildOptions> = {},
): ChildProcess {
  const [program, ...args] = command;
  child = new SupervisedChild({
    name: 'child',
    spawn: () => {
      started.push(spawn(program, args));
      return started.at(-1)!;
    },
    now: () => nowMs,
    logger: { info: () => undefined, warn: (fields) => restarts.note(fields as Restart) },
    ...options,
  });
  return child.start();
}

const node = (program: string) => [process.execPath, '-e', program] as const;
const RUNS = node("setInterval(() => {}, 1000); console.log('runs')");

it.each([
  // The wait doubles up to a minute.
  [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [1, 2, 4, 8, 16, 32, 60, 60],
  ],
  // A child that has run for a minute is started again after a second.
  [
    [0, 59_999, 60_000, 0],
    [1, 2, 1, 2],
  ],
])('is restarted after lives of %j ms with waits of %j s', async (lives, waits) => {
  supervise(['true']);
  for (const [index, lifeMs] of lives.entries()) {
    nowMs += lifeMs;
    const { delayMs, reason } = await restarts.next();
    expect([delayMs, reason]).toEqual([waits[index]! * 1000, 'exit code 0']);
    vi.advanceTimersByTime(delayMs - 1);
    expect(started).toHaveLength(index + 1);
    vi.advanceTimersByTime(1);
    expect(started).toHaveLength(index + 2);
  }
});

it('is restarted if it could not be started', async () => {
  supervise(['/nowhere/program']);
  const reason = 'spawn /nowhere/program ENOENT';
  expect(await restarts.next()).toEqual({ delayMs: 1000, reason });
  vi.advanceTimersByTime(1000);
  expect(await restarts.next()).toEqual({ delayMs: 2000, reason });
});

it('is restarted once if an error of it and its exit are reported', async () => {
  const first = supervise(RUNS);
  first.emit('error', new Error('write EPIPE'));
  first.kill('SIGKILL');
  await once(first, 'exit');
  vi.advanceTimersByTime(60_000);
  expect(started).toHaveLength(2);
});

it('stops at once while it waits for its restart after it was killed, and is not started again', async () => {
  const first = supervise(RUNS);
  first.kill('SIGKILL');
  expect(await restarts.next()).toEqual({ delayMs: 1000, reason: 'SIGKILL' });
  let isStopped = false;
  void child!.stop().then(() => (isStopped = true));
  await immediate();
  expect(isStopped).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(started).toHaveLength(1);
});

it('is not started again after it was killed with its parent, also while it waits for its restart', async () => {
  const first = supervise(RUNS);
  child!.kill();
  expect(await once(first, 'exit')).toEqual([null, 'SIGKILL']);
  supervise(['true']);
  await restarts.next();
  child!.kill();
  vi.advanceTimersByTime(60_000);
  expect(started).toHaveLength(2);
});

it('is killed if it does not stop in the time that it may take', async () => {
  const ignore = "for (const each of ['SIGTERM', 'SIGUSR2']) process.on(each, () => {});";
  // It accepts requests for so long after the signal.
  const first = supervise(node(`${ignore} ${RUNS[2]}`), { stopDelayMs: 30_000 });
  const kill = vi.spyOn(first, 'kill');
  await once(first.stdout!, 'data');
  const stopped = child!.stop();
  vi.advanceTimersByTime(44_999);
  expect(kill).not.toHaveBeenCalledWith('SIGKILL');
  vi.advanceTimersByTime(1);
  await stopped;
  expect(first.signalCode).toBe('SIGKILL');
});

it('ends by its signal, and is neither killed nor started again', async () => {
  const first = supervise(node(`process.on('SIGUSR2', () => process.exit(7)); ${RUNS[2]}`));
  const kill = vi.spyOn(first, 'kill');
  await once(first.stdout!, 'data');
  await child!.stop();
  expect(first.exitCode).toBe(7);
  vi.advanceTimersByTime(60_000);
  expect(kill).not.toHaveBeenCalledWith('SIGKILL');
  expect(started).toHaveLength(1);
});
