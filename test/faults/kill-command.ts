/** Kills commands at random moments of their work. */
import { once } from 'node:events';
import { watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Random } from '../../simulator/random.ts';
import { startTeller } from '../teller.ts';
import type { Scene } from './kill-scene.ts';
import type { Prepare, Run } from './killed-commands.ts';

/** The part of a run in which a process starts, if its first change of a file is not seen. */
const START_PART = 0.3;
/** A kill that comes too late is repeated earlier. */
const ATTEMPTS_MAX = 8;
const EARLIER = 0.6;

/** When a command works, from its start (ms). */
interface Work {
  readonly beginMs: number;
  readonly endMs: number;
}

/** A command and the time that it takes. */
export interface TimedCommand {
  readonly name: string;
  readonly prepare: Prepare;
  readonly work: Work;
}

/** Measures a run that is not killed, and checks it. */
export async function timeCommand(
  scene: Scene,
  name: string,
  prepare: Prepare,
): Promise<TimedCommand> {
  const run = await prepare(scene);
  const { work } = await runUntil(run, () => new Promise(() => undefined));
  await inCase(`${name}, not killed`, run.check);
  return { name, prepare, work };
}

/** Kills a command while it works, and checks what it has left. Repeats the kill if the command has ended before. */
export async function killCommand(
  scene: Scene,
  { name, prepare, work }: TimedCommand,
  random: Random,
  label: string,
): Promise<void> {
  let afterMs = random.fraction() * (work.endMs - work.beginMs);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const run = await prepare(scene);
    const killAfter = async (firstChange: Promise<unknown>): Promise<void> => {
      await (run.folder === undefined ? sleep(work.beginMs) : firstChange);
      await sleep(afterMs);
    };
    const { isKilled } = await runUntil(run, killAfter);
    await inCase(`${label}: ${name}, killed after ${Math.round(afterMs)} ms`, run.check);
    if (isKilled) return;
    afterMs *= EARLIER;
  }
  throw new Error(`${name} has ended before each of ${ATTEMPTS_MAX} kills`);
}

/** Names the case in the message of a failure. */
export async function inCase<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

/** Runs a command until it ends or a promise resolves, which gets the first change in the folder of the command. */
async function runUntil(
  { args, variables, folder }: Run,
  until: (firstChange: Promise<unknown>) => Promise<unknown>,
): Promise<{ readonly isKilled: boolean; readonly work: Work }> {
  const startedAtMs = performance.now();
  const sinceStart = (): number => performance.now() - startedAtMs;
  let beginMs: number | undefined;
  const watcher = folder === undefined ? undefined : watch(folder);
  const firstChange = new Promise<void>((resolve) => {
    watcher?.once('change', () => {
      beginMs = sinceStart();
      resolve();
    });
  });
  const child = startTeller(args, variables);
  child.stdin?.end();
  child.stdout?.resume();
  child.stderr?.resume();
  const closed = once(child, 'close');
  await Promise.race([closed, until(firstChange)]);
  child.kill('SIGKILL');
  await closed;
  watcher?.close();
  const endMs = sinceStart();
  const work = { beginMs: beginMs ?? START_PART * endMs, endMs };
  return { isKilled: child.signalCode === 'SIGKILL', work };
}
