/** Commands that run until they are stopped. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { startTeller } from '../teller.ts';

const started: ChildProcess[] = [];

/** Kills what a test has left. */
export function killStarted(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL');
}

/** A long-running command that is ready. */
interface Running<Ready> {
  readonly child: ChildProcess;
  /** The output when it was ready. */
  readonly ready: Ready;
  /** Returns its standard error so far. */
  readonly errors: () => string;
  /** Returns the lines of its log so far. */
  readonly log: () => LogLine[];
  /** Returns the process ids of the sync workers that it has started so far. */
  readonly workers: () => number[];
}

/** A line of the log of a command. */
export interface LogLine {
  readonly msg: string;
  /** 40 for a warning. */
  readonly level?: number;
  readonly pid?: number;
  readonly requestId?: string;
}

/** Starts a long-running command and waits until it is ready. */
export async function startLongRunning<Ready = unknown>(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<Running<Ready>> {
  const child = startTeller([...args, '--json'], {
    ...variables,
    TELLER_LOG_LEVEL: 'info',
  });
  started.push(child);
  let written = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    written += chunk;
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const log = (): LogLine[] =>
    written.split('\n').flatMap((text) => (text.startsWith('{') ? [readLogLine(text)] : []));
  const workers = (): number[] =>
    log().flatMap(({ msg, pid }) => (msg === 'the sync worker runs' ? [pid!] : []));
  const errors = (): string => written;
  return { child, ready: JSON.parse(line.toString()) as Ready, errors, log, workers };
}

/** Parses a line of the log; an incomplete line has an empty message. */
function readLogLine(text: string): LogLine {
  return (text.endsWith('}') ? JSON.parse(text) : { msg: '' }) as LogLine;
}

/**
 * Returns true if a process runs; an ended process remains in the table until its parent has waited for it.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

/** Returns true if a process is a zombie. Systems without /proc have none for long (launchd on macOS). */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Waits for a condition, until the time limit of the test. */
export async function until(condition: () => boolean): Promise<true> {
  while (!condition()) await sleep(20);
  return true;
}
