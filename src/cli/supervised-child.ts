/** Child processes that are restarted when they exit. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import type { Log } from '../telemetry/log.ts';
import { CHILD_STOP_SIGNAL } from './stop-signal.ts';

/** The options of a child process. */
export interface SupervisedChildOptions {
  readonly name: string;
  /** Starts the child with a channel (`ipc`), which closes when this process exits. */
  readonly spawn: () => ChildProcess;
  readonly logger: Pick<Log, 'info' | 'warn'>;
  /** Time that the child waits before it begins to stop. */
  readonly stopDelayMs?: number;
  readonly now: () => number;
}

const RESTART_DELAY_MS_MIN = 1000;
const RESTART_DELAY_MS_MAX = 60_000;
/** Time after which a child counts as healthy, and the restart delay is reset. */
const HEALTHY_MS = 60_000;
/**
 * Maximum time until a child has stopped. It is longer than the time that the HTTP service waits for unsent
 * responses.
 */
const STOP_GRACE_MS = 15_000;

/**
 * Restarts a process when it exits, with a delay that doubles each time it exits early. The child stops when
 * this process exits, because the channel between them closes.
 */
export class SupervisedChild {
  readonly #options: SupervisedChildOptions;
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #delayMs = RESTART_DELAY_MS_MIN;
  #stopped = false;

  constructor(options: SupervisedChildOptions) {
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

  /** Stops the child; kills it after a grace period. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    const { stopDelayMs = 0 } = this.#options;
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS + stopDelayMs);
    child.kill(CHILD_STOP_SIGNAL);
    await exited;
    clearTimeout(kill);
  }

  /** Kills the child immediately. */
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
    logger.warn({ reason, delayMs }, `the ${name} exited; it is restarted`);
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.start();
    }, delayMs);
  }
}
