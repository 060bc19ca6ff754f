/** Starts the HTTP service. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import { createConnectService } from '../compose/connect-service.ts';
import { createClusterMetricsApp, createHttpApps } from '../compose/http-service.ts';
import type { Config } from '../config/read-config.ts';
import type { MasterKey } from '../domain/master-key.ts';
import type { RequestMetrics } from '../http/plugins/metrics.ts';
import { listen as listenAt, SHUTDOWN_GRACE_MS, shutDown } from '../http/server.ts';
import type { Store } from '../store/store.ts';
import { CommandError } from './failure.ts';
import type { Session } from './runtime.ts';

/** A running service at `url` (without a slash at its end). */
export interface HttpServer {
  readonly url: string;
  /** Counts the requests of the management API. */
  readonly managementMetrics: RequestMetrics;
  /** Stops after the configured delay. */
  close(): Promise<void>;
}

/** The options of a server. */
export interface HttpServerOptions {
  readonly store: Store;
  readonly masterKey: MasterKey;
  readonly logger: Logger;
  readonly host: string;
  /** The ports to try; the first free one is used. */
  readonly ports: readonly number[];
  /** Aborts when the process is to stop. */
  readonly stop: AbortSignal;
}

/**
 * Starts the service, and its metrics if they have a port.
 *
 * @throws {CommandError} if a port cannot be used.
 */
export async function startHttpServer(
  session: Session,
  options: HttpServerOptions,
): Promise<HttpServer> {
  const { store, masterKey, logger, host, stop } = options;
  const { config, now } = session;
  const { connect, close: endChecks } = createConnectService(config, { ...session, store });
  const { app, metricsApp, managementMetrics } = await createHttpApps(config, {
    store,
    masterKey,
    logger,
    now,
    connect,
    isShuttingDown: () => stop.aborted,
  });
  const { metricsPort } = config;
  const apps = metricsPort === undefined ? [app] : [app, metricsApp];
  const close = async (): Promise<void> => {
    await Promise.all(apps.map((each) => shutDown(each, SHUTDOWN_GRACE_MS)));
    endChecks();
  };
  const closeLater = async (): Promise<void> => {
    await delayShutdown(config);
    await close();
  };
  try {
    const url = await listenOnFirst(app, host, options.ports);
    if (metricsPort !== undefined) await listen(metricsApp, host, metricsPort, METRICS_SETTINGS);
    return { url, managementMetrics, close: closeLater };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until a load balancer has noticed that `/readyz` is 503. */
export async function delayShutdown({ shutdownDelayMs }: Config): Promise<void> {
  if (shutdownDelayMs > 0) await sleep(shutdownDelayMs);
}

/** Starts the metrics of all HTTP workers of this process if they have a port. */
export async function startClusterMetrics(
  session: Session,
  options: Omit<HttpServerOptions, 'ports'>,
): Promise<Omit<HttpServer, 'url'>> {
  const { store, masterKey, logger, host, stop } = options;
  const { metricsPort } = session.config;
  const { metricsApp, managementMetrics } = await createClusterMetricsApp(session.config, {
    store,
    masterKey,
    logger,
    now: session.now,
    isShuttingDown: () => stop.aborted,
  });
  if (metricsPort !== undefined) await listen(metricsApp, host, metricsPort, METRICS_SETTINGS);
  return { managementMetrics, close: () => shutDown(metricsApp, SHUTDOWN_GRACE_MS) };
}

async function listenOnFirst(
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
): Promise<string> {
  let refusal: unknown;
  for (const port of ports) {
    try {
      return await listen(app, host, port);
    } catch (error) {
      if (!(error instanceof CommandError) || error.code !== 'port_in_use') throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  settings: ListenSettings = SERVICE_SETTINGS,
): Promise<string> {
  try {
    return await listenAt(app, { host, port });
  } catch (error) {
    throw explainListenError(error, { host, port, settings });
  }
}

/** The settings of a listener, by which a message says what to change. */
export interface ListenSettings {
  readonly host: string;
  readonly port: string;
  /** True if the port may be 0. */
  readonly allowsAnyPort: boolean;
}

/** The settings of the service. */
export const SERVICE_SETTINGS: ListenSettings = {
  host: '--host',
  port: '--port',
  allowsAnyPort: true,
};
const METRICS_SETTINGS: ListenSettings = {
  host: '--host',
  port: 'TELLER_METRICS_PORT',
  allowsAnyPort: false,
};

/** What to do by the system's code of the error. */
const LISTEN_ADVICE: ReadonlyMap<string | undefined, (settings: ListenSettings) => string> =
  new Map([
    [
      'EACCES',
      ({ port }) => `this user may not use the port; choose one from 1024 on with ${port}`,
    ],
    ['EADDRNOTAVAIL', adviseHost],
    ['ENOTFOUND', adviseHost],
  ]);

function adviseHost({ host }: ListenSettings): string {
  return `choose an address of this machine with ${host}, 127.0.0.1 or 0.0.0.0 for example`;
}

/** Returns a readable error if a server cannot listen, otherwise the error itself. */
export function explainListenError(
  error: unknown,
  listener: { readonly host: string; readonly port: number; readonly settings: ListenSettings },
): unknown {
  const { host, port, settings } = listener;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    const anyPort = settings.allowsAnyPort ? ', or 0 for any free port' : '';
    return new CommandError(
      'port_in_use',
      `port ${port} of ${host} is in use; choose another with ${settings.port}${anyPort}`,
    );
  }
  const advise = LISTEN_ADVICE.get(code);
  if (advise === undefined) return error;
  return new CommandError(
    'cannot_listen',
    `cannot listen on port ${port} of ${host} (${code}): ${advise(settings)}`,
  );
}
