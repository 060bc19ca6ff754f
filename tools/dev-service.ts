import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { PATHS } from '../src/http/paths.ts';
import { DEV_FOLDER, ROOT } from './dev-installation.ts';

const READY_MS_MAX = 60_000;
const POLL_MS = 100;
const HOST = '127.0.0.1';

/** The ports of the service. */
export interface ServicePorts {
  readonly service: number;
  readonly manage: number;
}

/** The process of `teller serve`. */
export class DevService {
  readonly #ports: ServicePorts;
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;

  constructor(ports: ServicePorts, env: NodeJS.ProcessEnv) {
    this.#ports = ports;
    this.#env = env;
    // npm repeats the signal of Ctrl-C, and the second one ends this process immediately.
    process.once('exit', () => this.#process?.kill('SIGTERM'));
  }

  start(): void {
    const { service, manage } = this.#ports;
    const argv = ['serve', '--port', String(service), '--manage-port', String(manage)];
    // A group of its own, so that Ctrl-C ends the service only once, through this process.
    this.#process = spawn(`${ROOT}/bin/teller`, argv, {
      cwd: DEV_FOLDER,
      env: this.#env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }

  /** Waits until the service responds; a source with an error may prevent it until the next change. */
  async whenReady(stop: AbortSignal): Promise<void> {
    const url = `http://${HOST}:${this.#ports.service}${PATHS.readiness}`;
    for (let waitedMs = 0; waitedMs < READY_MS_MAX && !stop.aborted; waitedMs += POLL_MS) {
      const response = await fetch(url).catch(() => undefined);
      if (response?.ok === true || this.#process?.exitCode !== null) return;
      await sleep(POLL_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}
