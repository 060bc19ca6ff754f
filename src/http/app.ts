/** The HTTP app apart from the process that listens. */
import type { IncomingMessage } from 'node:http';

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import type { MasterKey } from '../domain/master-key.ts';
import { ProblemError } from '../domain/problem.ts';
import type { ServingStore } from '../store/store.ts';
import { sendAnswer } from './answer.ts';
import { CallerMemory } from './caller-memory.ts';
import { drainConnections } from './graceful-shutdown.ts';
import { SERVER_LIMITS, type ServerLimits } from './limits.ts';
import { logFailure } from './log-failure.ts';
import { createClusterMetrics, createHttpMetrics, type HttpMetrics } from './metrics.ts';
import { answerProblem, toProblem } from './problem-response.ts';
import { RateLimiter } from './rate-limit.ts';
import { discardBody } from './request-body.ts';
import { ResponseCache } from './response-cache.ts';
import { checkRequestHead } from './request-head.ts';
import { beginRequest, type RequestContext } from './request-context.ts';
import { chooseRequestId } from './request-id.ts';
import { decodedPathOf } from './request-target.ts';
import { ALLOWED_METHODS, type Route } from './route.ts';
import { createBalanceRoute } from './routes/balance.ts';
import { createLivenessRoute, createReadinessRoute } from './routes/health.ts';
import { createMetricsRoute } from './routes/metrics.ts';
import { createOpenApiRoute } from './routes/openapi.ts';
import { createTransactionsRoute } from './routes/transactions.ts';
import { createNodeServer } from './server-options.ts';
import type { HttpService } from './service.ts';

/** The app: `listen({ host, port })` starts it, `shutDown` ends it. */
export type HttpApp = FastifyInstance;

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
  /** Bounds that differ from {@link SERVER_LIMITS}. */
  readonly limits?: Partial<ServerLimits>;
}

/** The service, and its metrics on an app of their own. */
export interface HttpApps {
  readonly app: HttpApp;
  /** `/metrics` without a token, for a port that only the operator reaches. */
  readonly metricsApp: HttpApp;
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext;
  }
}

/** The service with all its routes. */
export function createApp(options: HttpAppOptions): HttpApp {
  return createApps(options).app;
}

/** The service, and beside it its metrics for a port of their own. Neither listens yet. */
export function createApps(options: HttpAppOptions): HttpApps {
  const service = createService(options);
  const { metrics, metricsToken } = service;
  const app = buildApp(service, [
    createTransactionsRoute(service),
    createBalanceRoute(service),
    createLivenessRoute(),
    createReadinessRoute(service),
    createMetricsRoute(metrics, { kind: 'bearer', token: metricsToken }),
    createOpenApiRoute(),
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
    activity: { inFlight: 0, closing: false },
  };
  return buildApp(own, [createMetricsRoute(metrics, { kind: 'open' }), createLivenessRoute()]);
}

function createService(options: HttpAppOptions): HttpService {
  const { store, masterKey, logger, now, randomId, metricsToken } = options;
  const activity = { inFlight: 0, closing: false };
  const { isShuttingDown = () => false } = options;
  const limits = { ...SERVER_LIMITS, ...options.limits };
  return {
    store,
    masterKey,
    limiter: new RateLimiter(options.rateLimitPerSecond),
    callers: new CallerMemory(),
    responses: new ResponseCache(limits.responseCacheBytesMax),
    logger,
    metrics: createHttpMetrics({ store, now, inFlight: () => activity.inFlight }),
    limits,
    now,
    randomId,
    metricsToken,
    activity,
    isShuttingDown: () => activity.closing || isShuttingDown(),
  };
}

function buildApp(service: HttpService, routes: readonly Route[]): HttpApp {
  const paths = new Set(routes.map((route) => route.path));
  const app = createFastify(service, paths);
  app.decorateRequest('context');
  app.addHook('preClose', async () => {
    service.activity.closing = true;
    await drainConnections(app.server, service.limits.drainMs);
  });
  app.addHook('onRequest', (request, reply, done) => {
    try {
      const context = beginFastifyRequest(service, request, reply);
      checkRequestHead(request.raw);
      if (request.is404) answerUnrouted(service, context, paths);
      else done();
    } catch (error) {
      done(error as Error);
    }
  });
  for (const route of routes) addRoute(app, service, route);
  app.setErrorHandler((error, request, reply) => answerError(service, error, request, reply));
  return app;
}

function createFastify(service: HttpService, paths: ReadonlySet<string>): HttpApp {
  return Fastify({
    logger: false,
    // It also bounds the hook in which connections are drained, which has a bound of its own.
    pluginTimeout: 0,
    serverFactory: (handler) => createNodeServer(service, handler, paths),
    // Requests that are under way while the app closes are answered.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: {
      // The routes read the raw query themselves.
      querystringParser: () => NO_QUERY,
    },
    genReqId: (request) => chooseRequestId(request.headers['x-request-id'], service.randomId),
    frameworkErrors: (_error, request, reply) => {
      answerError(service, explainBadPath(request.raw), request, reply);
    },
    clientErrorHandler: () => {
      // The Node server under the app answers these.
    },
  });
}

const NO_QUERY = {};

/** What is wrong with a request whose path the router could not decode. */
function explainBadPath(request: IncomingMessage): unknown {
  try {
    checkRequestHead(request);
  } catch (error) {
    return error;
  }
  return new ProblemError('malformed_request', 'the path is not well-formed percent-encoding');
}

function addRoute(app: HttpApp, service: HttpService, route: Route): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: route.path,
    handler: async ({ context }) => {
      context.route = route.path;
      sendAnswer(service, context, await route.answer(context));
    },
  });
}

function beginFastifyRequest(
  service: HttpService,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestContext {
  const context = beginRequest(service, request.raw, reply.raw, request.id);
  request.context = context;
  discardBody(request.raw);
  return context;
}

/**
 * Answers what the router has no handler for: another method on a known path, or an unknown path.
 *
 * @throws {ProblemError} `method_not_allowed` or `not_found`.
 */
function answerUnrouted(
  service: HttpService,
  context: RequestContext,
  paths: ReadonlySet<string>,
): void {
  const path = decodedPathOf(context.request.url ?? '');
  if (!paths.has(path)) throw new ProblemError('not_found', 'the service has no such path');
  context.route = path;
  if (context.request.method === 'OPTIONS') {
    sendAnswer(service, context, {
      status: 204,
      headers: ['allow', ALLOWED_METHODS],
      body: undefined,
    });
    return;
  }
  throw new ProblemError('method_not_allowed', `this path answers ${ALLOWED_METHODS}`, {
    headers: { allow: ALLOWED_METHODS },
  });
}

/** The one place where an error becomes an answer. */
function answerError(
  service: HttpService,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const context = request.context ?? beginFastifyRequest(service, request, reply);
  const problem = toProblem(error);
  logFailure(service.logger, problem, error, context.requestId);
  if (context.response.headersSent) context.response.destroy();
  else sendAnswer(service, context, answerProblem(problem, context.requestId));
}
