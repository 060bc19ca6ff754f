import type { Command } from 'commander';

import { createLogger, loadMasterKey } from '../../compose.ts';
import { startDemoExchange } from '../demo/demo-exchange.ts';
import { createDemoFolder } from '../demo/demo-folder.ts';
import { createDemoTenant, waitForFirstSync } from '../demo/demo-tenant.ts';
import { describeDemo, formatDemo } from '../demo/demo-view.ts';
import { example } from '../example.ts';
import { startHttpServer } from '../http-server.ts';
import { readPort } from '../option-values.ts';
import {
  type GlobalOptions,
  note,
  printResult,
  startSession,
  withStore,
  type Runtime,
  type Session,
} from '../runtime.ts';
import { listenForStop, whenStopped } from '../stop-signal.ts';
import { SyncChild } from '../sync-child.ts';

const PORT_DEFAULT = 8080;
const PORTS_TRIED_MAX = 20;
const HOST = '127.0.0.1';

/** Adds `teller demo`. */
export function addDemoCommand(program: Command, runtime: Runtime): void {
  program
    .command('demo')
    .description('run the service with a simulated exchange and a sample wallet')
    .option('--port <port>', 'the port (default: 8080 or the next free one)', readPort)
    .addHelpText('after', '\nWithout --database everything is thrown away at the end.\n')
    .addHelpText('after', example('teller demo'))
    .action(async (options: { port?: number }, command: Command) => {
      const folder = createDemoFolder();
      const cleanUps = [() => folder.remove()];
      const stop = listenForStop(() => cleanUps.forEach((cleanUp) => cleanUp()));
      const exchange = await startDemoExchange(runtime.now());
      try {
        const globals: GlobalOptions = command.optsWithGlobals();
        const database = globals.database ?? folder.databasePath;
        const demoRuntime = { ...runtime, env: demoEnvironment(runtime, exchange.url) };
        const session = startSession(demoRuntime, { ...globals, database });
        await runDemo(session, listPorts(options.port), stop, (cleanUp) => cleanUps.push(cleanUp));
      } finally {
        await exchange.close();
        folder.remove();
      }
    });
}

/** The demo talks to its own exchange and keeps a key of its own, whatever is configured. */
function demoEnvironment(runtime: Runtime, exchangeUrl: string): Runtime['env'] {
  return {
    ...runtime.env,
    TELLER_MASTER_KEY: undefined,
    TELLER_MASTER_KEY_FILE: undefined,
    TELLER_METRICS_PORT: undefined,
    TELLER_EXCHANGE_PROXY_URL: exchangeUrl,
    TELLER_EXCHANGE_THROTTLE: 'off',
    TELLER_LOG_LEVEL: runtime.env['TELLER_LOG_LEVEL'] ?? 'warn',
  };
}

function listPorts(port: number | undefined): number[] {
  if (port !== undefined) return [port];
  return Array.from({ length: PORTS_TRIED_MAX }, (_, index) => PORT_DEFAULT + index);
}

/** @param atOnce takes what has to be done even where the process is ended at once. */
async function runDemo(
  session: Session,
  ports: readonly number[],
  stop: AbortSignal,
  atOnce: (cleanUp: () => void) => void,
): Promise<void> {
  const logger = await createLogger(session.config);
  const worker = new SyncChild(session, logger);
  atOnce(() => worker.kill());
  await withStore(session, { create: true }, async (store) => {
    const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
    const tenant = await createDemoTenant(session, store, masterKey);
    worker.start();
    try {
      const server = await startHttpServer(session, {
        store,
        masterKey,
        logger,
        host: HOST,
        ports,
        stop,
      });
      note(session, 'Synchronising the sample wallet with the simulated exchange …');
      await waitForFirstSync(store, tenant, stop);
      printResult(session, describeDemo(server.url, tenant), formatDemo(server.url, tenant));
      await whenStopped(stop);
      await server.close();
    } finally {
      await worker.stop();
    }
  });
}
