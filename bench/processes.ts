/**
 * Processes of a measurement, pinned to cores if the machine has `taskset`. All processes and temporary folders are
 * removed at the end of the measurement, even after an error.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { STOP_SIGNALS } from '../src/cli/stop-signal.ts';

/** The core of the server and its database. */
export const SERVER_CORE = 0;
/** The core of the load. */
export const LOAD_CORE = 1;

/** True if processes can be pinned. */
export const canPin = spawnSync('taskset', ['--version']).status === 0;

/** The unit of processor times in /proc on Linux. */
const TICKS_PER_SECOND = 100;
const running = new Set<ChildProcess>();
const cleanUps: (() => unknown)[] = [];

/** Starts a program; its standard output is piped, and its standard input ends with this process. */
export function startProcess(
  command: readonly string[],
  core: number,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const [program = '', ...args] = canPin ? ['taskset', '-c', String(core), ...command] : command;
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Pins a running process, and all that it starts from now on. */
export function pin(pid: number, core: number): void {
  if (canPin) spawnSync('taskset', ['-pc', String(core), String(pid)]);
}

/** Returns the command that runs a file of this folder with the same Node as the measurement. */
export function makeCommand(file: string, args: readonly string[] = []): readonly string[] {
  return [process.execPath, join(import.meta.dirname, file), ...args];
}

/** A running server. */
export interface Service {
  readonly pid: number;
  readonly url: string;
}

/** Starts a program that prints its URL as JSON when it is ready. */
export async function startServer<Output extends object = object>(
  command: readonly string[],
  core: number,
  env?: Readonly<Record<string, string>>,
): Promise<Service & Output> {
  const child = startProcess(command, core, env);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process ended with ${code} before it responded`);
  });
  const [line] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  return { pid: child.pid!, ...(JSON.parse(line.toString()) as { url: string } & Output) };
}

/** Ends all processes and waits for them. */
export async function stopProcesses(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      const exited = once(child, 'exit');
      child.kill();
      return exited;
    }),
  );
}

/**
 * Returns user and system time (s) of processes and their children, such as the connections of PostgreSQL. Needs the /proc
 * of Linux.
 */
export function processorSeconds(pids: readonly number[]): number {
  const ticks = globSync('/proc/[0-9]*/stat')
    .flatMap(readProcess)
    .filter(({ pid, parent }) => pids.includes(pid) || pids.includes(parent))
    .map(({ own }) => own);
  return sum(ticks) / TICKS_PER_SECOND;
}

/** Reads the times of a process (`man proc_pid_stat`); returns nothing for one that has ended meanwhile. */
function readProcess(path: string) {
  try {
    const [pid, rest = ''] = readFileSync(path, 'utf8').split(/ \(.*\) /s);
    const fields = rest.split(' ').map(Number);
    // User and system, of the process and of its children that have ended.
    return [{ pid: Number(pid), parent: fields[1]!, own: sum(fields.slice(11, 15)) }];
  } catch {
    return [];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the most memory in MB that a process had resident. Needs the /proc of Linux. */
export function peakMegabytes(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** Creates an empty folder that is removed with the measurement. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `teller-bench-${name}-`));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Calls `work` at the end of the measurement, after all processes have ended. */
export function atEnd(work: () => unknown): void {
  cleanUps.push(work);
}

/** Runs the measurement and removes its processes and folders, even if it is interrupted. */
export async function runTidily(work: () => Promise<void>): Promise<void> {
  for (const signal of STOP_SIGNALS) {
    process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  }
  // If this process ends in any other way, the others are stopped too, but without waiting for them.
  process.once('exit', () => running.forEach((child) => child.kill()));
  try {
    await work();
  } finally {
    await cleanUp();
  }
}

async function cleanUp(): Promise<void> {
  await stopProcesses();
  // An interrupted measurement may add work meanwhile.
  for (let work = cleanUps.shift(); work !== undefined; work = cleanUps.shift()) await work();
}
