import cluster from 'node:cluster';

import type { Command } from 'commander';

import { createLogger } from '../../compose/logger.ts';
import { loadMasterKey } from '../../compose/load-master-key.ts';
import { example } from '../example.ts';
import { startClusterMetrics, startHttpServer } from '../http-server.ts';
import { startHttpWorkers } from '../http-workers.ts';
import type { ChildLogger } from '../kept-child.ts';
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
Each of several workers counts requests against the rate limit on its own, and keeps answers of its
own. Their metrics are gathered on TELLER_METRICS_PORT; /metrics on the main port tells of the
worker that happens to answer.`;

/** Adds `teller serve`. */
export function addServeCommand(program: Command, runtime: Runtime): void {
  program
    .command('serve')
    .description('run the HTTP service, with the sync worker beside it')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'the port; 0 for any free one', readPort, 8080)
    .option('--workers <count>', 'processes that answer on the port', readWorkerCount, 1)
    .option('--no-sync', 'run no sync worker')
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller serve --host 0.0.0.0 --port 8080 --workers 4'))
    .action(async (options: ServeOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const logger = await createLogger(session.config);
      const sync = createSyncChild(session, logger);
      // Workers end by themselves when this process is gone.
      const stop = cluster.isWorker ? listenForParentOnly() : listenForStop(() => sync.kill());
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

/** Several processes that answer, and this one, which gathers their metrics. */
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
      await Promise.all([workers.close(), metrics.close()]);
    },
  };
}
