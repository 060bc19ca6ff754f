/** The demo: exchange, tenant, sync worker and service in one process tree. */
import { createLogger } from '../../compose/logger.ts';
import { loadMasterKey } from '../../compose/load-master-key.ts';
import { startHttpServer } from '../http-server.ts';
import { manageAs } from '../management.ts';
import {
  type GlobalOptions,
  note,
  printResult,
  type Runtime,
  type Session,
  startSession,
  withStore,
} from '../runtime.ts';
import { listenForStop, whenStopped } from '../stop-signal.ts';
import { createSyncChild } from '../sync-child.ts';
import { startDemoExchange } from './demo-exchange.ts';
import { createDemoFolder } from './demo-folder.ts';
import { createDemoTenant, waitForFirstSync } from './demo-tenant.ts';
import { describeDemo, formatDemo } from './demo-view.ts';

const PORT_DEFAULT = 8080;
const PORTS_TRIED_MAX = 20;
const HOST = '127.0.0.1';

/**
 * Runs the demo until a stop signal.
 *
 * @param port the port to listen on; by default the first free port from 8080.
 */
export async function runDemo(
  runtime: Runtime,
  globals: GlobalOptions,
  port: number | undefined,
): Promise<void> {
  const stop = listenForStop();
  const folder = createDemoFolder();
  const exchange = await startDemoExchange(runtime.now());
  try {
    const database = globals.database ?? folder.databasePath;
    const demoRuntime = { ...runtime, env: demoEnvironment(runtime, exchange.url) };
    const session = startSession(demoRuntime, { ...globals, database });
    await serveDemo(session, listPorts(port), stop);
  } finally {
    await exchange.close();
    folder.remove();
  }
}

/** The demo uses its own exchange and master key, regardless of the configuration. */
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

async function serveDemo(
  session: Session,
  ports: readonly number[],
  stop: AbortSignal,
): Promise<void> {
  const logger = await createLogger(session.config);
  const worker = createSyncChild(session, logger);
  await withStore(session, { create: true }, async (store) => {
    const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
    const tenant = await createDemoTenant(manageAs(session, store, 'demo'));
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
