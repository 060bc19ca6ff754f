import cluster from 'node:cluster';

import type { Command } from 'commander';

import { createLogger } from '../../compose/logger.ts';
import { loadMasterKey } from '../../compose/load-master-key.ts';
import { example } from '../example.ts';
import { type HttpServer, startClusterMetrics, startHttpServer } from '../http-server.ts';
import { UsageError } from '../failure.ts';
import { startHttpWorkers } from '../http-workers.ts';
import type { startManageServer } from '../manage-server.ts';
import { readPort, readWorkerCount } from '../option-values.ts';
import { printResult, startSession, withStore, type Runtime, type Session } from '../runtime.ts';
import { listenForParentOnly, listenForStop, whenStopped } from '../stop-signal.ts';
import { createSyncChild } from '../sync-child.ts';

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly sync: boolean;
  readonly workers: number;
  readonly managePort?: number;
  readonly manageHost?: string;
}

const EXPLANATION = `
With several workers, each has its own rate limit counts and its own response cache. TELLER_METRICS_PORT
serves the metrics of all workers together; /metrics on the main port only has the metrics of one worker.`;

/** Adds `teller serve`. */
export function addServeCommand(program: Command, runtime: Runtime): void {
  program
    .command('serve')
    .description('run the HTTP service and the sync worker')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'the port; 0 for any free port', readPort, 8080)
    .option('--workers <count>', 'number of HTTP processes on the port', readWorkerCount, 1)
    .option('--no-sync', 'do not run the sync worker')
    .option('--manage-port <port>', 'also serve the management API, on this port', readPort)
    .option('--manage-host <address>', 'the address of the management API (default: 127.0.0.1)')
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller serve --host 0.0.0.0 --port 8080 --workers 4'))
    .action(async (options: ServeOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      refuseSharedPort(session, options);
      const logger = await createLogger(session.config);
      const sync = createSyncChild(session, logger);
      // Workers stop when this process exits.
      const stop = cluster.isWorker ? listenForParentOnly() : listenForStop();
      const opened = { create: true, readsStandby: true, runsService: true } as const;
      const onlyServes = !options.sync && findManagePort(session, options) === undefined;
      await withStore(session, { ...opened, onlyServes }, async (store) => {
        const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
        const { host, port } = options;
        const parts = { store, masterKey, logger, host, stop };
        const server =
          options.workers === 1
            ? await startHttpServer(session, { ...parts, ports: [port] })
            : await startWorkers(session, options, parts);
        const manage = await startManagement(session, options, { ...parts, server });
        const manageUrl = manage && { manageUrl: manage.url };
        const text =
          manage === undefined
            ? ''
            : `\nManagement API, and a page with all wallets, on ${manage.url}`;
        printResult(
          session,
          { url: server.url, ...manageUrl },
          `Listening on ${server.url}${text}`,
        );
        if (options.sync) sync.start();
        await whenStopped(stop);
        await Promise.all([server.close(), manage?.close(), sync.stop()]);
      });
    });
}

/** The hosts in the URL of a service that listens on every address. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);

type ServerParts = Parameters<typeof startClusterMetrics>[1];

/** Starts the management API if it has a port. An HTTP worker is started without one. */
async function startManagement(
  session: Session,
  options: ServeOptions,
  { server, ...parts }: ServerParts & { readonly server: HttpServer },
): Promise<Awaited<ReturnType<typeof startManageServer>> | undefined> {
  const { manageHost } = session.config;
  const port = findManagePort(session, options);
  if (port === undefined) return undefined;
  warnOfLinks(session, server, parts.logger);
  try {
    // Most services have no management API, with what it loads to read files.
    const { startManageServer } = await import('../manage-server.ts');
    const host = options.manageHost ?? manageHost;
    const portSetting = options.managePort === undefined ? 'TELLER_MANAGE_PORT' : '--manage-port';
    const { url: publicUrl, managementMetrics: metrics } = server;
    return await startManageServer(session, {
      ...parts,
      host,
      port,
      portSetting,
      publicUrl,
      metrics,
    });
  } catch (error) {
    await server.close();
    throw error;
  }
}

function findManagePort({ config }: Session, { managePort }: ServeOptions): number | undefined {
  return managePort ?? config.managePort;
}

/** Warns if links of connect sessions, which the management API creates, would lead to no address. */
function warnOfLinks(
  { config }: Session,
  { url: publicUrl }: HttpServer,
  logger: ServerParts['logger'],
): void {
  if (config.publicUrl !== undefined || !EVERY_ADDRESS.has(new URL(publicUrl).hostname)) return;
  logger.warn(
    { publicUrl },
    'customers cannot open Connect links to this address; set TELLER_PUBLIC_URL to the origin at which they reach the service',
  );
}

/** @throws {UsageError} if the management API would share a port with the service. */
function refuseSharedPort(session: Session, options: ServeOptions): void {
  const { port } = options;
  const own = findManagePort(session, options);
  if (own === undefined || own === 0) return;
  if (own === port || own === session.config.metricsPort) {
    throw new UsageError(`the management API needs a port of its own, not ${own}`);
  }
}

/** Runs several HTTP processes; this process collects their metrics. */
async function startWorkers(
  session: Session,
  { host, port, workers: count }: ServeOptions,
  parts: ServerParts,
): Promise<HttpServer> {
  const workers = await startHttpWorkers(session, { host, port, count, logger: parts.logger });
  const metrics = await startClusterMetrics(session, parts).catch(async (error: unknown) => {
    workers.kill();
    throw error;
  });
  return {
    url: workers.url,
    managementMetrics: metrics.managementMetrics,
    close: async () => {
      await workers.close();
      await metrics.close();
    },
  };
}
