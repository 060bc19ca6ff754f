import cluster from 'node:cluster';

import type { Command } from 'commander';

import { createLogger } from '../../compose/logger.ts';
import { loadMasterKey } from '../../compose/load-master-key.ts';
import { example } from '../example.ts';
import { startClusterMetrics, startHttpServer } from '../http-server.ts';
import { startHttpWorkers } from '../http-workers.ts';
import type { ChildLogger } from '../supervised-child.ts';
import { readPort, readWorkerCount } from '../option-values.ts';
import { printResult, startSession, withStore, type Runtime, type Session } from '../runtime.ts';
import { listenForParentOnly, listenForStop, whenStopped } from '../stop-signal.ts';
import { createSyncChild } from '../sync-child.ts';

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly sync: boolean;
  readonly workers: number;
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
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller serve --host 0.0.0.0 --port 8080 --workers 4'))
    .action(async (options: ServeOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const logger = await createLogger(session.config);
      const sync = createSyncChild(session, logger);
      // Workers stop when this process exits.
      const stop = cluster.isWorker ? listenForParentOnly() : listenForStop();
      await withStore(session, { create: true }, async (store) => {
        const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
        const { host, port } = options;
        const parts = { store, masterKey, logger, host, stop };
        const server =
          options.workers === 1
            ? await startHttpServer(session, { ...parts, ports: [port] })
            : await startWorkers(session, options, parts);
        printResult(session, { url: server.url }, `Listening on ${server.url}`);
        if (options.sync) sync.start();
        await whenStopped(stop);
        await Promise.all([server.close(), sync.stop()]);
      });
    });
}

type ServerParts = Parameters<typeof startClusterMetrics>[1] & { readonly logger: ChildLogger };

/** Runs several HTTP processes; this process collects their metrics. */
async function startWorkers(
  session: Session,
  { host, port, workers: count }: ServeOptions,
  parts: ServerParts,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const workers = await startHttpWorkers(session, { host, port, count, logger: parts.logger });
  const metrics = await startClusterMetrics(session, parts).catch(async (error: unknown) => {
    workers.kill();
    throw error;
  });
  return {
    url: workers.url,
    close: async () => {
      await workers.close();
      await metrics.close();
    },
  };
}
