/** The HTTP app apart from the process that listens. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { MasterKey } from '../domain/master-key.ts';
import type { ServingStore } from '../store/store.ts';
import { CallerMemory } from './auth/authentication-cache.ts';
import { createRequestListener } from './dispatch.ts';
import { drainConnections } from './server/graceful-shutdown.ts';
import { LargePageLane } from './answer/large-page-queue.ts';
import { SERVER_LIMITS, type ServerLimits } from './request/limits.ts';
import { createClusterMetrics, createHttpMetrics, type HttpMetrics } from './metrics/metrics.ts';
import { originOf } from './request/origin.ts';
import { RateLimiter } from './auth/rate-limit.ts';
import { RefusalLog } from './auth/refusal-log.ts';
import { ResponseCache } from './answer/response-cache.ts';
import type { Route } from './route.ts';
import { createBalanceRoute } from './routes/balance.ts';
import { createExplorerRoutes } from './routes/explorer.ts';
import { createLivenessRoute, createReadinessRoute } from './routes/health.ts';
import { createMetricsRoute } from './routes/metrics.ts';
import { createOpenApiRoute } from './routes/openapi.ts';
import { createTransactionsRoute } from './routes/transactions.ts';
import { createNodeServer } from './server/server-options.ts';
import { UnsentResponses } from './server/unsent-responses.ts';
import { WrongKeys } from './auth/wrong-keys.ts';
import type { HttpActivity, HttpService } from './service.ts';

/** A service that can be started; `shutDown` ends it. */
export interface HttpApp {
  readonly server: Server;
  /** Resolves to the address that it answers at, without a slash at its end. */
  listen(place: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops accepting; resolves when every connection has been answered and is gone. */
  close(): Promise<void>;
}

/** What the app is made of. */
export interface HttpAppOptions {
  readonly store: ServingStore;
  readonly masterKey: MasterKey;
  /** Requests per second and API key; 0 is no limit. */
  readonly rateLimitPerSecond: number;
  readonly logger: Logger;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** A new request id. */
  readonly randomId: () => string;
  /** Opens `/metrics` to its bearer; closed without one. */
  readonly metricsToken?: string | undefined;
  /** True as soon as the process is to end, before the app is closed. */
  readonly isShuttingDown?: () => boolean;
  /** Reverse proxies, to which limits of an address do not apply; none if absent. */
  readonly trustedProxies?: BlockList;
  /** The built explorer; without one `/` answers how it is built. */
  readonly explorerFolder?: string;
  /** Bounds that differ from {@link SERVER_LIMITS}. */
  readonly limits?: Partial<ServerLimits>;
}

/** The service, and its metrics on an app of their own. */
export interface HttpApps {
  readonly app: HttpApp;
  /** `/metrics` without a token, for a port that only the operator reaches. */
  readonly metricsApp: HttpApp;
}

/** The service with all its routes, and its metrics for a port of their own. Neither listens yet. */
export function createApps(options: HttpAppOptions): HttpApps {
  const service = createService(options);
  const { metrics, metricsToken, store } = service;
  // From the first request on, and in the metrics before it, changes by others are to be heard of.
  store.generation('', '');
  const app = buildApp(service, [
    createTransactionsRoute(service),
    createBalanceRoute(service),
    createLivenessRoute(),
    createReadinessRoute(service),
    createMetricsRoute(metrics, { kind: 'bearer', token: metricsToken }),
    createOpenApiRoute(),
    ...createExplorerRoutes(options.explorerFolder),
  ]);
  return { app, metricsApp: buildMetricsApp(service, metrics) };
}

/** The metrics of all workers of this process, for a port of their own. */
export function createClusterMetricsApp(options: HttpAppOptions): HttpApp {
  const { store, now } = options;
  return buildMetricsApp(createService(options), createClusterMetrics({ store, now }));
}

function buildMetricsApp(
  service: HttpService,
  metrics: Pick<HttpMetrics, 'read' | 'contentType'>,
): HttpApp {
  const own = {
    ...service,
    limiter: new RateLimiter(0),
    activity: newActivity(),
  };
  return buildApp(own, [createMetricsRoute(metrics, { kind: 'open' }), createLivenessRoute()]);
}

function createService(options: HttpAppOptions): HttpService {
  const { store, masterKey, logger, now, randomId, metricsToken } = options;
  const activity = newActivity();
  const { isShuttingDown = () => false } = options;
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const metrics = createHttpMetrics({ store, now, inFlight: () => activity.inFlight });
  return {
    store,
    masterKey,
    limiter: new RateLimiter(options.rateLimitPerSecond),
    callers: new CallerMemory(),
    responses: new ResponseCache(limits.responseCacheBytesMax),
    largePages: new LargePageLane({
      countRequests: () => activity.begun,
      monotonicMs: () => performance.now(),
      sleep: (durationMs) => sleep(durationMs, undefined, { ref: false }),
    }),
    wrongKeys: new WrongKeys(limits.wrongKeysOfAddressMax),
    refusals: new RefusalLog(logger),
    logger,
    metrics,
    unsent: new UnsentResponses(limits, () => metrics.countClosed('slow_reader')),
    limits,
    now,
    randomId,
    metricsToken,
    trustedProxies: options.trustedProxies ?? new BlockList(),
    activity,
    isShuttingDown: () => activity.closing || isShuttingDown(),
  };
}

function newActivity(): HttpActivity {
  return { begun: 0, working: 0, inFlight: 0, closing: false };
}

function buildApp(service: HttpService, routes: readonly Route[]): HttpApp {
  const paths = new Set(routes.map((route) => route.path));
  const server = createNodeServer(service, createRequestListener(service, routes), paths);
  return {
    server,
    listen: async (place) => {
      server.listen({ ...place, backlog: service.limits.backlog });
      await once(server, 'listening');
      const { address, port } = server.address() as AddressInfo;
      return originOf(address, port);
    },
    close: async () => {
      service.activity.closing = true;
      await drainConnections(server, service.limits.drainMs);
    },
  };
}
