/** Several processes of the HTTP service on one port of this machine. */
import cluster, { type Address, type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';

import { originOf } from '../http/origin.ts';
import { CommandError } from './failure.ts';
import { type ChildLogger, KeptChild } from './kept-child.ts';
import type { Session } from './runtime.ts';

const MAIN_PATH = fileURLToPath(new URL('main.ts', import.meta.url));

/** Where the workers listen, and how many they are. */
export interface HttpWorkersOptions {
  readonly host: string;
  /** 0 for any free one, the same for all. */
  readonly port: number;
  readonly count: number;
  readonly logger: ChildLogger;
}

/** The workers, listening. */
export interface HttpWorkers {
  readonly url: string;
  close(): Promise<void>;
  /** Ends them at once. */
  kill(): void;
}

/**
 * Starts `teller serve` as often as asked for. The first one tells whether the port is to be had;
 * the others follow it.
 *
 * @throws {CommandError} `worker_failed` where the first one ends before it listens.
 */
export async function startHttpWorkers(
  session: Session,
  { host, port, count, logger }: HttpWorkersOptions,
): Promise<HttpWorkers> {
  cluster.setupPrimary({
    exec: MAIN_PATH,
    args: ['serve', '--no-sync', '--json', '--host', host, '--port', String(port)],
    cwd: session.workingFolder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The port of the metrics is one process's: the one that gathers those of all.
  const env = { ...session.env, TELLER_METRICS_PORT: '' };
  const fork = () => cluster.fork(env).process;
  const workers = Array.from(
    { length: count },
    () => new KeptChild({ name: 'HTTP worker', spawn: fork, logger, now: session.now }),
  );
  const kill = (): void => workers.forEach((worker) => worker.kill());
  const [first, ...others] = workers;
  const listening = untilListening();
  first?.start();
  const address = await listening.catch((error: unknown) => {
    kill();
    throw error;
  });
  for (const worker of others) worker.start();
  return {
    url: originOf(host, address.port),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
    kill,
  };
}

function untilListening(): Promise<Address> {
  return new Promise((resolve, reject) => {
    cluster.once('listening', (_worker: Worker, address: Address) => resolve(address));
    cluster.once('exit', () => {
      reject(new CommandError('worker_failed', 'the HTTP workers could not start; see above why'));
    });
  });
}
