/** The sync worker as a child process beside the HTTP service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Session } from './runtime.ts';

/** What is told of the child; pino's loggers are one. */
export interface ChildLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const MAIN_PATH = fileURLToPath(new URL('main.ts', import.meta.url));
const RESTART_DELAY_MS_MIN = 1000;
const RESTART_DELAY_MS_MAX = 60_000;
/** A child that lived so long is restarted as soon as one that never failed. */
const HEALTHY_MS = 60_000;
const STOP_GRACE_MS = 10_000;

/**
 * Keeps `teller sync` running: starts it again when it dies, later each time it dies early. The
 * child ends by itself when this process is gone, because the channel between them closes.
 */
export class SyncChild {
  readonly #session: Session;
  readonly #logger: ChildLogger;
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #delayMs = RESTART_DELAY_MS_MIN;
  #stopped = false;

  constructor(session: Session, logger: ChildLogger) {
    this.#session = session;
    this.#logger = logger;
  }

  /** Starts the child. */
  start(): void {
    const startedAtMs = this.#session.now();
    const child = spawn(process.execPath, [...process.execArgv, MAIN_PATH, 'sync'], {
      cwd: this.#session.workingFolder,
      env: { ...this.#session.env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.once('spawn', () => this.#logger.info({ pid: child.pid }, 'the sync worker runs'));
    child.once('error', (error) => this.#restartLater(startedAtMs, error.message));
    child.once('exit', (code, signal) => {
      this.#restartLater(startedAtMs, signal ?? `exit code ${code}`);
    });
  }

  /** Ends the child, by force when it takes too long. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
    child.kill('SIGTERM');
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
    if (this.#session.now() - startedAtMs >= HEALTHY_MS) this.#delayMs = RESTART_DELAY_MS_MIN;
    const delayMs = this.#delayMs;
    this.#delayMs = Math.min(2 * delayMs, RESTART_DELAY_MS_MAX);
    this.#logger.warn({ reason, delayMs }, 'the sync worker ended; it is started again');
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.start();
    }, delayMs);
  }
}
