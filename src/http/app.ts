/** Builds the Fastify applications: the plugins of every request, and the routes. */
import { BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import type { MasterKey } from '../domain/master-key.ts';
import type { ServingStore } from '../store/serving.ts';
import { addConnectPage } from './connect/connect-page.ts';
import type { ConnectParts } from './connect/connect-parts.ts';
import { addConnectApi } from './connect/connect-routes.ts';
import { explainConnectError } from './connect/explain-error.ts';
import { SERVER_LIMITS, type ServerLimits } from './limits.ts';
import { addExplorerRoutes } from './pages/explorer.ts';
import { Activity, trackActivity } from './plugins/activity.ts';
import { Admission } from './plugins/admission.ts';
import { authentication } from './plugins/authentication.ts';
import { checkRequests } from './plugins/check-request.ts';
import { commonHeaders, describeCommonHeaders } from './plugins/common-headers.ts';
import { limitConnections } from './plugins/connections.ts';
import { LargePageQueue } from './plugins/large-pages.ts';
import { createClusterMetrics, createHttpMetrics, type HttpMetrics } from './plugins/metrics.ts';
import { createParserErrorHandlers } from './plugins/parser-errors.ts';
import { type ProblemOptions, problems } from './plugins/problems.ts';
import { RateLimiter } from './plugins/rate-limit.ts';
import { describeRequest, RequestLog, UNKNOWN_ROUTE } from './plugins/request-log.ts';
import { ResponseCache } from './plugins/response-cache.ts';
import { UnsentResponses } from './plugins/unsent-responses.ts';
import { WrongKeys } from './plugins/wrong-keys.ts';
import { addBalanceRoute } from './routes/balance.ts';
import { addLivenessRoute, addReadinessRoute } from './routes/health.ts';
import { addMetricsRoute } from './routes/metrics.ts';
import { addOpenApiRoute } from './routes/openapi.ts';
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

/** The service, and a separate app for its metrics. */
export interface HttpApps {
  readonly app: FastifyInstance;
  /** `/metrics` without a token, for a port that only the operator can reach. */
  readonly metricsApp: FastifyInstance;
}

/** The options of every app. */
export type BaseAppOptions = Pick<HttpAppOptions, 'logger' | 'randomId' | 'trustedProxies'>;

/** What differs from the service. */
export interface AppVariant extends Pick<ProblemOptions, 'explain'> {
  /** Checks the head of every request, and answers paths and methods that have no route. */
  readonly checks?: typeof checkRequests;
}

/** The parts that the plugins of an app share. */
export interface AppParts {
  readonly limits: ServerLimits;
  readonly activity: Activity;
  readonly limiter: RateLimiter;
  readonly metrics: Pick<HttpMetrics, 'observeAnswer' | 'countClosed'>;
}

/**
 * Creates the service with all its routes, and an app of its metrics for a separate port. They do not listen
 * yet.
 */
export function createApps(options: HttpAppOptions): HttpApps {
  const { store, masterKey, now, metricsToken, securityContact } = options;
  const { isShuttingDown = () => false } = options;
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const activity = new Activity();
  const limiter = new RateLimiter(options.rateLimitPerSecond);
  const metrics = createHttpMetrics({ store, now, inFlight: () => activity.inFlight });
  const parts = { limits, activity, limiter, metrics };
  const app = buildApp(options, parts, { explain: explainConnectError });
  const { countRateLimited, countClosed } = metrics;
  const wrongKeys = new WrongKeys(limits.wrongKeysOfAddressMax);
  const admission = new Admission(limits.requestsInFlightMax);
  app.register(authentication, {
    store,
    masterKey,
    limiter,
    wrongKeys,
    admission,
    countRateLimited,
    now,
  });
  // Starts the notifications of changes before the first request.
  store.generation('', '');
  app.register((routes, _options, done) => {
    const wallet = {
      store,
      masterKey,
      admission,
      responses: new ResponseCache(limits.responseCacheBytesMax),
      largePages: createLargePageQueue(activity),
      unsent: new UnsentResponses(limits, () => countClosed('slow_reader')),
    };
    addTransactionsRoute(routes, wallet);
    addBalanceRoute(routes, wallet);
    addLivenessRoute(routes);
    addReadinessRoute(routes, store, isShuttingDown);
    addMetricsRoute(routes, metrics.read, { kind: 'bearer', token: metricsToken });
    addOpenApiRoute(routes);
    if (securityContact !== undefined) addSecurityTxtRoute(routes, securityContact, now);
    addExplorerRoutes(routes, options.explorerFolder);
    done();
  });
  const { connect } = options;
  if (connect !== undefined) {
    app.register((routes, _options, done) => {
      addConnectPage(routes, connect.folder, connect.frameOrigins);
      const ownKeys = new WrongKeys(limits.wrongKeysOfAddressMax);
      addConnectApi(routes, { connect, wrongKeys: ownKeys, now });
      done();
    });
  }
  return { app, metricsApp: buildMetricsApp(options, metrics, metrics) };
}

/** Creates the app of the metrics of all workers of this process, for a separate port. */
export function createClusterMetricsApp(options: HttpAppOptions): FastifyInstance {
  const { store, now } = options;
  const own = createHttpMetrics({ store, now, inFlight: () => 0 });
  return buildMetricsApp(options, own, createClusterMetrics({ store, now }));
}

/** @param own the metrics that count the requests of this app. */
function buildMetricsApp(
  options: HttpAppOptions,
  own: HttpMetrics,
  metrics: Pick<HttpMetrics, 'read'>,
): FastifyInstance {
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const parts = { limits, activity: new Activity(), limiter: new RateLimiter(0), metrics: own };
  const app = buildApp(options, parts);
  app.register((routes, _options, done) => {
    addMetricsRoute(routes, metrics.read, { kind: 'open' });
    addLivenessRoute(routes);
    done();
  });
  return app;
}

/** Creates a server with the plugins of every request. @param variant what differs from the service. */
export function buildApp(
  options: BaseAppOptions,
  parts: AppParts,
  variant: AppVariant = {},
): FastifyInstance {
  const { logger, randomId, trustedProxies = new BlockList() } = options;
  const { limits, activity, limiter, metrics } = parts;
  const { countClosed } = metrics;
  const log = new RequestLog(logger);
  const paths = new Set<string>();
  const handlers = createParserErrorHandlers({
    activity,
    paths,
    headers: describeCommonHeaders(limiter),
    randomId,
    onRefused: (status, requestId) => {
      metrics.observeAnswer(UNKNOWN_ROUTE, status, 0);
      log.write({ route: UNKNOWN_ROUTE, status, requestId });
    },
  });
  const app = createServer({ limits, randomId, trustedProxies, handlers });
  app.register(limitConnections, { limits, trustedProxies, countClosed });
  app.register(problems, { logger, explain: variant.explain });
  app.register(trackActivity, {
    activity,
    pipelinedMax: limits.pipelinedMax,
    onClosed: () => countClosed('pipelining'),
    onEnd: (request, reply, durationMs) => {
      const line = describeRequest(request, reply, durationMs);
      metrics.observeAnswer(line.route, line.status, durationMs);
      log.write(line);
    },
  });
  app.register(commonHeaders, { limiter });
  app.register(variant.checks ?? checkRequests, { paths });
  app.register(drainOnClose, limits);
  return app;
}

function createLargePageQueue(activity: Activity): LargePageQueue {
  return new LargePageQueue({
    countRequests: () => activity.begun,
    monotonicMs: () => performance.now(),
    sleep: (durationMs) => sleep(durationMs, undefined, { ref: false }),
  });
}
