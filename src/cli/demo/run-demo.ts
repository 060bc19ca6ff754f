/** The demo: exchange, tenant, sync worker and service in one process tree. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLogger } from '../../compose/logger.ts';
import { loadMasterKey } from '../../compose/load-master-key.ts';
import { POSTGRES_SCHEME } from '../../config/values.ts';
import type { ManageContext } from '../../manage/context.ts';
import { createManagementKey } from '../../manage/manage-keys.ts';
import { UsageError } from '../failure.ts';
import { type HttpServer, startHttpServer } from '../http-server.ts';
import { startManageServer } from '../manage-server.ts';
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
import { CUSTOMER, startDemoExchange } from './demo-exchange.ts';
import { createDemoTenant, refuseOtherTenants, waitForFirstSync } from './demo-tenant.ts';
import { type DemoManagement, type DemoView, describeDemo, formatDemo } from './demo-view.ts';

const PORT_DEFAULT = 8080;
const PORTS_TRIED_MAX = 20;
const HOST = '127.0.0.1';
/** Where a product on this machine runs, such as `examples/connect/`. */
const PRODUCT_ORIGIN = 'http://127.0.0.1:3000';
/** The sync worker may still create a file while the folder is removed. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

/** The ports of a demo. */
interface DemoPorts {
  /** By default the first free port from 8080. */
  readonly port?: number;
  /** Without one, there is no management API. */
  readonly managePort?: number;
}

/** The parts of a demo that are known before it listens. */
type DemoStart = DemoPorts & Pick<DemoView, 'exchangeProxyUrl' | 'database'>;

/** Runs the demo until a stop signal. */
export async function runDemo(
  runtime: Runtime,
  globals: GlobalOptions,
  ports: DemoPorts,
): Promise<void> {
  refuseServer(globals.database);
  const stop = listenForStop();
  // Only this user can open it.
  const folder = mkdtempSync(join(tmpdir(), 'teller-demo-'));
  const removeFolder = (): void => rmSync(folder, REMOVAL);
  process.once('exit', removeFolder);
  const exchange = await startDemoExchange(runtime.now());
  try {
    const database = globals.database ?? join(folder, 'teller.db');
    const demoRuntime = { ...runtime, env: demoEnvironment(runtime, exchange.url) };
    const session = startSession(demoRuntime, { ...globals, database });
    const named = { exchangeProxyUrl: exchange.url, database: globals.database };
    await serveDemo(session, { ...ports, ...named }, stop);
  } finally {
    await exchange.close();
    removeFolder();
  }
}

/** @throws {UsageError} for PostgreSQL, which would need a master key and migrations of the operator's. */
function refuseServer(database: string | undefined): void {
  if (database === undefined || !POSTGRES_SCHEME.test(database)) return;
  throw new UsageError('the demo uses SQLite: omit --database, or give it the path of a file');
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
    TELLER_CONNECT_RETURN_ORIGINS: runtime.env['TELLER_CONNECT_RETURN_ORIGINS'] ?? PRODUCT_ORIGIN,
    TELLER_WEBHOOK_ALLOW: runtime.env['TELLER_WEBHOOK_ALLOW'] ?? 'http,private',
    TELLER_LOG_LEVEL: runtime.env['TELLER_LOG_LEVEL'] ?? 'warn',
  };
}

function listPorts(port: number | undefined): number[] {
  if (port !== undefined) return [port];
  return Array.from({ length: PORTS_TRIED_MAX }, (_, index) => PORT_DEFAULT + index);
}

async function serveDemo(session: Session, start: DemoStart, stop: AbortSignal): Promise<void> {
  const { port, managePort, exchangeProxyUrl, database } = start;
  const logger = await createLogger(session.config);
  const worker = createSyncChild(session, logger);
  await withStore(session, { create: true }, async (store) => {
    await refuseOtherTenants(store);
    const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
    const context = manageAs(session, store, 'demo');
    const tenant = await createDemoTenant(context);
    worker.start();
    let server: HttpServer | undefined;
    let manage: RunningManagement | undefined;
    try {
      const parts = { store, masterKey, logger, host: HOST };
      server = await startHttpServer(session, {
        ...parts,
        ports: listPorts(port),
        stop,
      });
      const { url } = server;
      if (port === undefined && !url.endsWith(`:${PORT_DEFAULT}`)) {
        note(session, `Port ${PORT_DEFAULT} is in use: the demo listens at ${url} instead`);
      }
      note(session, 'Synchronising the sample wallet with the simulated exchange …');
      await waitForFirstSync(store, tenant, stop);
      manage = await startManagement(session, context, {
        ...parts,
        port: managePort,
        publicUrl: url,
        metrics: server.managementMetrics,
        projectId: tenant.projectId,
      });
      const demo = { url, tenant, exchangeProxyUrl, database, manage };
      printResult(session, describeDemo(demo), formatDemo(demo));
      await whenStopped(stop);
    } finally {
      // A server that is left open keeps the process alive.
      await Promise.all([server?.close(), manage?.close()]);
      await worker.stop();
    }
  });
}

type RunningManagement = DemoManagement & { close(): Promise<void> };

interface DemoManagementOptions extends Omit<
  Parameters<typeof startManageServer>[1],
  'port' | 'portSetting'
> {
  readonly port: number | undefined;
  readonly projectId: string;
}

/** Starts the management API if it has a port, with a key for the project of the demo. */
async function startManagement(
  session: Session,
  context: ManageContext,
  { port, projectId, ...parts }: DemoManagementOptions,
): Promise<RunningManagement | undefined> {
  if (port === undefined) return undefined;
  const key = { projectId, label: 'demo', expires: 'never' } as const;
  const { manageKey } = await createManagementKey(context, key);
  const server = await startManageServer(session, {
    ...parts,
    port,
    portSetting: '--manage-port',
  });
  return {
    manageUrl: server.url,
    manageKey,
    customer: CUSTOMER,
    close: () => server.close(),
  };
}
