import type { Command } from 'commander';

import { createLogger, loadMasterKey } from '../../compose.ts';
import { example } from '../example.ts';
import { startHttpServer } from '../http-server.ts';
import { readPort } from '../option-values.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { listenForStop, whenStopped } from '../stop-signal.ts';
import { SyncChild } from '../sync-child.ts';

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly sync: boolean;
}

/** Adds `teller serve`. */
export function addServeCommand(program: Command, runtime: Runtime): void {
  program
    .command('serve')
    .description('run the HTTP service, with the sync worker beside it')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'the port; 0 for any free one', readPort, 8080)
    .option('--no-sync', 'run no sync worker')
    .addHelpText('after', example('teller serve --host 0.0.0.0 --port 8080'))
    .action(async (options: ServeOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const logger = await createLogger(session.config);
      const worker = new SyncChild(session, logger);
      const stop = listenForStop(() => worker.kill());
      await withStore(session, { create: true }, async (store) => {
        const { host, port } = options;
        const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
        const server = await startHttpServer(session, {
          store,
          masterKey,
          logger,
          host,
          ports: [port],
          stop,
        });
        printResult(session, { url: server.url }, `Listening on ${server.url}`);
        if (options.sync) worker.start();
        await whenStopped(stop);
        await Promise.all([server.close(), worker.stop()]);
      });
    });
}
