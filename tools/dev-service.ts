import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { whenStopped } from '../src/cli/stop-signal.ts';
import { DEV_FOLDER, ROOT } from './dev-installation.ts';

/** The ports of the service. */
export interface ServicePorts {
  readonly port: number;
  readonly managePort: number;
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

  /** Starts it, and waits until it prints its URL or ends, because a source has an error. */
  async start(stop: AbortSignal): Promise<void> {
    const { port, managePort } = this.#ports;
    const ports = ['--port', String(port), '--manage-port', String(managePort)];
    // A group of its own, so that Ctrl-C ends the service only once, through this process.
    const child = spawn(`${ROOT}/bin/teller`, ['serve', ...ports, '--json'], {
      cwd: DEV_FOLDER,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    this.#process = child;
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit'), whenStopped(stop)]);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
}
