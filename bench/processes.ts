/**
 * Processes of a measurement, pinned to cores if the machine has `taskset`. All processes and temporary
 * folders are removed at the end of the measurement, even after an error.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

/** True if the system has /proc, as Linux does. */
const hasProc = existsSync('/proc/self/stat');

/** The unit of processor times in /proc on Linux. */
const TICKS_PER_SECOND = 100;
const STOP_TIMEOUT_MS = 10_000;
const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** Options of a process. */
export interface StartOptions {
  readonly core: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Hides standard error. */
  readonly quiet?: boolean;
}

/** Starts a program; its standard output is piped, and its standard input ends with this process. */
export function startProcess(command: readonly string[], options: StartOptions): ChildProcess {
  const { core, env = {}, quiet = false } = options;
  const pinned = canPin ? ['taskset', '-c', String(core), ...command] : command;
  const [program = '', ...args] = pinned;
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', quiet ? 'ignore' : 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
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
  return { process: child, ...(await readFirstLine<{ url: string } & Output>(child)) };
}

/** Returns the first line of JSON that a process prints. */
async function readFirstLine<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process ended with ${code} before it answered`);
  });
  const [line] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  return JSON.parse(line.toString()) as Answer;
}

/** Returns the output of a process as JSON after it has ended without error. */
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
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

/** Returns user and system time of a process so far (s); `undefined` without /proc, as on macOS. */
export function processorSeconds(child: ChildProcess): number | undefined {
  if (!hasProc) return undefined;
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns the resident memory of a process in MB; `undefined` without /proc, as on macOS. */
export function residentMegabytes(child: ChildProcess): number | undefined {
  return readMegabytes(child, /VmRSS:\s+(\d+)/);
}

/** Returns the most memory in MB that a process had resident; `undefined` without /proc or after its end. */
export function peakMegabytes(child: ChildProcess): number | undefined {
  return readMegabytes(child, /VmHWM:\s+(\d+)/);
}

function readMegabytes(child: ChildProcess, kilobytes: RegExp): number | undefined {
  if (!hasProc) return undefined;
  const [, value] = kilobytes.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return value === undefined ? undefined : Math.round(Number(value) / 1024);
}

/** Creates an empty folder that is removed with the measurement. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `teller-bench-${name}-`));
  folders.add(folder);
  return folder;
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
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
