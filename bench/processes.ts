/** Processes of a measurement, pinned to cores where the machine has `taskset`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** True where processes can be pinned. */
export const canPin = spawnSync('taskset', ['--version']).status === 0;

/** Starts a program on a core; standard output is piped, standard error shown unless `quiet`. */
export function startPinned(
  core: number,
  command: readonly string[],
  env: Record<string, string> = {},
  noise: 'shown' | 'quiet' = 'shown',
): ChildProcess {
  const pinned = canPin ? ['taskset', '-c', String(core), ...command] : command;
  const [program = '', ...rest] = pinned;
  return spawn(program, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', noise === 'shown' ? 'inherit' : 'ignore'],
  });
}

/** The first line of JSON that a process prints. */
export async function readFirstLine<Answer>(child: ChildProcess): Promise<Answer> {
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return JSON.parse(line.toString()) as Answer;
}

/** All that a process prints, as JSON, once it has ended well. */
export async function readAnswer<Answer>(child: ChildProcess): Promise<Answer> {
  const [output, [code]] = await Promise.all([
    text(child.stdout!),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`a process ended with ${code}: ${output}`);
  return JSON.parse(output) as Answer;
}

/** Ends a process and waits for it. */
export async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** Resident memory of a process in MB (Linux). */
export function residentMegabytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
