/** Child processes that are started again when they die. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { CHILD_STOP_SIGNAL } from './stop-signal.ts';

/** What is told of a child; pino's loggers are one. */
export interface ChildLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** How a child is called in the log, and how it is started. */
export interface KeptChildOptions {
  readonly name: string;
  /** Starts it with a channel (`ipc`), whose end is the end of this process. */
  readonly spawn: () => ChildProcess;
  readonly logger: ChildLogger;
  readonly now: () => number;
}

const RESTART_DELAY_MS_MIN = 1000;
const RESTART_DELAY_MS_MAX = 60_000;
/** A child that lived so long is restarted as soon as one that never failed. */
const HEALTHY_MS = 60_000;
/** Longer than the HTTP service waits for responses that are not sent yet. */
const STOP_GRACE_MS = 15_000;

/**
 * Keeps a process running: starts it again when it dies, later each time it dies early. The child
 * ends by itself when this process is gone, because the channel between them closes.
 */
export class KeptChild {
  readonly #options: KeptChildOptions;
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #delayMs = RESTART_DELAY_MS_MIN;
  #stopped = false;

  constructor(options: KeptChildOptions) {
    this.#options = options;
  }

  /** Starts the child. */
  start(): ChildProcess {
    const { name, spawn, logger, now } = this.#options;
    const startedAtMs = now();
    const child = spawn();
    this.#child = child;
    child.once('spawn', () => logger.info({ pid: child.pid }, `the ${name} runs`));
    child.once('error', (error) => this.#restartLater(startedAtMs, error.message));
    child.once('exit', (code, signal) => {
      this.#restartLater(startedAtMs, signal ?? `exit code ${code}`);
    });
    return child;
  }

  /** Ends the child, by force when it takes too long. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
    child.kill(CHILD_STOP_SIGNAL);
    await exited;
    clearTimeout(kill);
  }

  /** Ends the child at once. */
  kill(): void {
    this.#stopped = true;
    clearTimeout(this.#restart);
    this.#child?.kill('SIGKILL');
  }

  #restartLater(startedAtMs: number, reason: string): void {
    if (this.#stopped || this.#restart !== undefined) return;
    const { name, logger, now } = this.#options;
    if (now() - startedAtMs >= HEALTHY_MS) this.#delayMs = RESTART_DELAY_MS_MIN;
    const delayMs = this.#delayMs;
    this.#delayMs = Math.min(2 * delayMs, RESTART_DELAY_MS_MAX);
    logger.warn({ reason, delayMs }, `the ${name} ended; it is started again`);
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.start();
    }, delayMs);
  }
}
