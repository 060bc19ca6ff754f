/** Several processes of the HTTP service on one port of this machine. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { originOf } from '../http/server.ts';
import type { Log } from '../telemetry/log.ts';
import { CommandError } from './failure.ts';
import { explainListenError, SERVICE_SETTINGS } from './http-server.ts';
import { SupervisedChild } from './supervised-child.ts';
import type { Session } from './runtime.ts';

/** The address and the number of workers. */
export interface HttpWorkersOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly count: number;
  readonly logger: Log;
}

/** The listening workers. */
export interface HttpWorkers {
  readonly url: string;
  close(): Promise<void>;
  /** Kills the workers immediately. */
  kill(): void;
}

/**
 * Starts the workers: the first one, and when it listens, the others.
 *
 * @throws {CommandError} `worker_failed` if the first one exits before it listens, `cannot_listen` if the
 * port cannot be used.
 */
export async function startHttpWorkers(
  session: Session,
  { host, port: requestedPort, count, logger }: HttpWorkersOptions,
): Promise<HttpWorkers> {
  const port = requestedPort === 0 ? await findFreePort(host) : requestedPort;
  // The workers share one listening socket. If this process accepted connections and passed them to workers,
  // connections that are being passed to a killed worker would get no response.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: session.mainPath,
    args: ['serve', '--no-sync', '--json', '--host', host, '--port', String(port)],
    cwd: session.workingFolder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The ports of the metrics, which this process collects of all workers, and of the management API belong to this process.
  const env = { ...session.env, TELLER_METRICS_PORT: '', TELLER_MANAGE_PORT: '' };
  const fork = () => cluster.fork(env).process;
  const { now, config } = session;
  const stopDelayMs = config.shutdownDelayMs;
  const workers = Array.from(
    { length: count },
    () => new SupervisedChild({ name: 'HTTP worker', spawn: fork, logger, stopDelayMs, now }),
  );
  const kill = (): void => workers.forEach((worker) => worker.kill());
  const [first, ...others] = workers;
  cluster.on('listening', ({ process: { pid } }) => {
    logger.info({ pid }, 'the HTTP worker listens');
  });
  const listening = untilListening();
  first?.start();
  await listening.catch((error: unknown) => {
    kill();
    throw error;
  });
  for (const worker of others) worker.start();
  return {
    url: originOf(host, port),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
    kill,
  };
}

/** Returns the port for all workers. With port 0, restarted workers would get another port. */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw explainListenError(error, { host, port: 0, settings: SERVICE_SETTINGS });
  });
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function untilListening(): Promise<void> {
  return new Promise((resolve, reject) => {
    cluster.once('listening', () => resolve());
    cluster.once('exit', () => {
      reject(new CommandError('worker_failed', 'the HTTP workers could not start; see above why'));
    });
  });
}
