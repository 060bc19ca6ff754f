/**
 * Processes of a measurement, pinned to cores if the machine has `taskset`. All processes and temporary folders are
 * removed at the end of the measurement, even after an error.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The core of the server and its database. */
export const SERVER_CORE = 0;
/** The core of the load. */
export const LOAD_CORE = 1;

/** True if processes can be pinned. */
export const canPin = spawnSync('taskset', ['--version']).status === 0;

/** The unit of processor times in /proc on Linux. */
const TICKS_PER_SECOND = 100;
const STOP_TIMEOUT_MS = 10_000;
const running = new Set<ChildProcess>();
const cleanUps = new Set<() => unknown>();

/** Options of a process. */
export interface StartOptions {
  readonly core: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program; its standard output is piped, and its standard input ends with this process. */
export function startProcess(command: readonly string[], options: StartOptions): ChildProcess {
  const { core, env = {} } = options;
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
export function pin(pid: number | undefined, core: number): void {
  if (canPin && pid !== undefined) spawnSync('taskset', ['-pc', String(core), String(pid)]);
}

/** Returns the command that runs a file of this folder with the same Node as the measurement. */
export function makeCommand(file: string, args: readonly string[] = []): readonly string[] {
  return [process.execPath, fileURLToPath(new URL(file, import.meta.url)), ...args];
}

/** A running server. */
export interface Service {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Starts a program that prints its URL as JSON when it is ready. */
export async function startServer<Output extends object = object>(
  command: readonly string[],
  options: StartOptions,
): Promise<Service & Output> {
  const child = startProcess(command, options);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process ended with ${code} before it responded`);
  });
  const [line] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  return { process: child, ...(JSON.parse(line.toString()) as { url: string } & Output) };
}

/** Returns the output of a process as JSON after it has ended without error. */
export async function readOutput<Output>(child: ChildProcess): Promise<Output> {
  const [output, [code]] = await Promise.all([
    text(child.stdout!),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`a process ended with ${code}: ${output}`);
  return JSON.parse(output) as Output;
}

/** Ends a process and waits for it. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

/**
 * Returns user and system time (s) of processes and of all processes that they have started. Needs the /proc of Linux.
 *
 * @param roots process ids.
 */
export function processorSeconds(roots: readonly number[]): number {
  const counted = new Set(roots);
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  // A process has a higher number than the one that started it, except after the numbers have wrapped around.
  for (let size = 0; size < counted.size;) {
    size = counted.size;
    for (const { pid, parent } of processes) if (counted.has(parent)) counted.add(pid);
  }
  const ticks = processes.map(({ pid, ticks: own }) => (counted.has(pid) ? own : 0));
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS_PER_SECOND;
}

/** Returns nothing for a process that has ended meanwhile. */
function readProcess(name: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const times = fields.slice(11, 15).map(Number);
    const ticks = times.reduce((sum, each) => sum + each, 0);
    return [{ pid: Number(name), parent: Number(fields[1]), ticks }];
  } catch {
    return [];
  }
}

/** Returns the most memory in MB that a process had resident; `undefined` without /proc. */
export function peakMegabytes({ pid }: ChildProcess): number | undefined {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return undefined;
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(path, 'utf8')) ?? [];
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
}

/** Creates an empty folder that is removed with the measurement. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `teller-bench-${name}-`));
  cleanUps.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Calls `work` at the end of the measurement, after all processes have ended. */
export function atEnd(work: () => unknown): void {
  cleanUps.add(work);
}

/** Runs the measurement and removes its processes and folders, even if it is interrupted. */
export async function runTidily(work: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  }
  // If this process ends in any other way, the others are stopped too, but without waiting for them.
  process.once('exit', () => running.forEach((child) => child.kill('SIGTERM')));
  try {
    await work();
  } finally {
    await cleanUp();
  }
}

async function cleanUp(): Promise<void> {
  while (running.size > 0) {
    await Promise.all([...running].map(stop));
    // An interrupted measurement may have started another process meanwhile.
    await sleep(1);
  }
  for (const work of cleanUps) await work();
}
