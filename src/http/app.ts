/** Builds the Fastify applications: the plugins of every request, and the routes. */
import { BlockList } from 'node:net';

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import type { MasterKey } from '../domain/master-key.ts';
import type { ServingStore } from '../store/serving.ts';
import { addConnectPage } from './connect/connect-page.ts';
import type { ConnectParts } from './connect/connect-parts.ts';
import { addConnectApi } from './connect/connect-routes.ts';
import { explainConnectError } from './connect/explain-error.ts';
import { SERVER_LIMITS, type ServerLimits } from './limits.ts';
import { SERVICE_API } from './openapi/service-api.ts';
import { addExplorerPages, EXPLORER_PAGES } from './pages/explorer.ts';
import { authentication } from './plugins/authentication.ts';
import { checkRequests } from './plugins/check-request.ts';
import { commonHeaders } from './plugins/common-headers.ts';
import { compression } from './plugins/compression.ts';
import { limitConnections, measureConnections } from './plugins/connections.ts';
import {
  createClusterMetrics,
  createHttpMetrics,
  type HttpMetrics,
  type RequestMetrics,
} from './plugins/metrics.ts';
import { countOpen, trackRequests } from './plugins/open-requests.ts';
import { type ProblemOptions, problems } from './plugins/problems.ts';
import { RateLimiter } from './plugins/rate-limit.ts';
import { Reads } from './plugins/reads.ts';
import {
  createRequestLog,
  describeRequest,
  type RequestLine,
  UNKNOWN_ROUTE,
} from './plugins/request-log.ts';
import { createResponseCache } from './plugins/response-cache.ts';
import { WrongKeys } from './plugins/wrong-keys.ts';
import { addBalanceRoute } from './routes/balance.ts';
import { addLivenessRoute, addReadinessRoute } from './routes/health.ts';
import { addMetricsRoute, requireMetricsToken } from './routes/metrics.ts';
import { addOpenApiRoute, describeRoutes } from './routes/openapi.ts';
import { addSecurityTxtRoute } from './routes/security-txt.ts';
import { addTransactionsRoute } from './routes/transactions.ts';
import { createServer, drainOnClose } from './server.ts';

/** The dependencies and settings of the app. */
export interface HttpAppOptions {
  readonly store: ServingStore;
  readonly masterKey: MasterKey;
  /** Requests per second and API key; 0 is no limit. */
  readonly rateLimitPerSecond: number;
  readonly logger: Logger;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Returns a new request id. */
  readonly randomId: () => string;
  /** The bearer token of `/metrics`; without one, `/metrics` is disabled. */
  readonly metricsToken?: string | undefined;
  /** Where to report a vulnerability, a URL; without it, `security.txt` does not exist. */
  readonly securityContact?: string | undefined;
  /** Returns true as soon as the process is stopping, before the app is closed. */
  readonly isShuttingDown?: () => boolean;
  /** Addresses of reverse proxies, to which limits per address do not apply; none by default. */
  readonly trustedProxies?: BlockList;
  /** The folder of the built explorer; without it, `/` says how to build it. */
  readonly explorerFolder?: string;
  /** The Connect page; without it, its paths do not exist. */
  readonly connect?: ConnectParts | undefined;
  /** Limits that differ from {@link SERVER_LIMITS}. */
  readonly limits?: Partial<ServerLimits>;
}

/** The requests of the port of the metrics are not counted. */
const UNCOUNTED: RequestMetrics = { observeAnswer: () => undefined, countClosed: () => undefined };

/** The service, and a separate app for its metrics. */
export interface HttpApps {
  readonly app: FastifyInstance;
  /** `/metrics` without a token, for a port that only the operator can reach. */
  readonly metricsApp: FastifyInstance;
  /** Counts the requests of the management API, for the metrics of this process. */
  readonly managementMetrics: RequestMetrics;
}

/**
 * Creates the service with all its routes, and an app of its metrics for a separate port. They do not listen
 * yet.
 */
export function createApps(options: HttpAppOptions): HttpApps {
  const { store, masterKey, now, connect } = options;
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const limiter = new RateLimiter(options.rateLimitPerSecond);
  const metrics = createHttpMetrics({
    store,
    now,
    inFlight: () => countOpen(app),
    connectionsUsed: () => measureConnections(app.server, limits.connectionsMax),
  });
  const app: FastifyInstance = buildApp({
    ...options,
    limits,
    limiter,
    metrics: metrics.service,
    explain: explainConnectError,
  });
  const wrongKeys = new WrongKeys(limits.wrongKeysOfAddressMax);
  const reads = new Reads(limits.requestsInFlightMax);
  const responses = createResponseCache(limits.responseCacheBytesMax);
  app.register(authentication, { store, masterKey, limiter, wrongKeys, reads, now });
  app.register(compression);
  // Starts the notifications of changes before the first request.
  store.generation('', '');
  app.register(describeRoutes, { api: SERVICE_API });
  app.register(async (routes) => {
    addTransactionsRoute(routes, { store, masterKey, reads, responses });
    addBalanceRoute(routes, { store, reads, responses });
    addLivenessRoute(routes);
    addReadinessRoute(routes, store, options.isShuttingDown);
    addMetricsRoute(routes, metrics.read, [requireMetricsToken(options.metricsToken)]);
    addOpenApiRoute(routes);
    addSecurityTxtRoute(routes, options.securityContact, now);
    addExplorerPages(routes, options.explorerFolder, EXPLORER_PAGES);
  });
  if (connect !== undefined) {
    app.register(async (routes) => {
      addConnectPage(routes, connect.folder, connect.frameOrigins);
      const ownKeys = new WrongKeys(limits.wrongKeysOfAddressMax);
      addConnectApi(routes, { connect, wrongKeys: ownKeys, now, limits });
    });
  }
  return { app, ...createMetricsApp(options, metrics) };
}

/** Creates the app of metrics, by default of all workers of this process together, for a separate port. */
export function createMetricsApp(
  options: HttpAppOptions,
  { read, management }: Omit<HttpMetrics, 'service'> = createClusterMetrics(options),
): Omit<HttpApps, 'app'> {
  const metricsApp = buildApp({
    ...options,
    limits: { ...SERVER_LIMITS, ...options.limits },
    limiter: new RateLimiter(0),
    metrics: UNCOUNTED,
  });
  metricsApp.register(async (routes) => {
    addMetricsRoute(routes, read);
    addLivenessRoute(routes);
  });
  return { metricsApp, managementMetrics: management };
}

/** What every app needs. */
export interface AppParts
  extends ProblemOptions, Pick<HttpAppOptions, 'randomId' | 'trustedProxies'> {
  readonly limits: ServerLimits;
  readonly limiter: RateLimiter;
  readonly metrics: RequestMetrics;
}

/** Creates a server with the plugins of every request. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { logger, explain, randomId, trustedProxies = new BlockList(), limits, limiter } = parts;
  const { observeAnswer, countClosed } = parts.metrics;
  const log = createRequestLog(logger);
  const record = (line: RequestLine): void => {
    observeAnswer(line.route, line.status, line.durationMs ?? 0);
    log(line);
  };
  const app = createServer({
    limits,
    randomId,
    trustedProxies,
    onRefused: (status, requestId) => record({ route: UNKNOWN_ROUTE, status, requestId }),
  });
  app.register(limitConnections, { limits, trustedProxies, countClosed });
  app.register(problems, { logger, explain });
  app.register(trackRequests, {
    limits,
    countClosed,
    onEnd: (request, reply, durationMs) => record(describeRequest(request, reply, durationMs)),
  });
  app.register(commonHeaders, { limiter });
  app.register(checkRequests);
  app.register(drainOnClose, limits);
  return app;
}
