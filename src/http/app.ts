/** Builds the HTTP app: the stages of a request, and the routes. */
import { once } from 'node:events';
import { type AddressInfo, BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { MasterKey } from '../domain/master-key.ts';
import { ProblemError } from '../domain/problem.ts';
import type { ServingStore } from '../store/serving.ts';
import { LargePageQueue } from './answer/large-page-queue.ts';
import { ResponseCache } from './answer/response-cache.ts';
import { ResponseWriter } from './answer/response-writer.ts';
import { Authenticator } from './auth/authenticator.ts';
import { RateLimiter } from './auth/rate-limit.ts';
import { RefusalLog } from './auth/refusal-log.ts';
import { WrongKeys } from './auth/wrong-keys.ts';
import { createRequestListener } from './dispatch.ts';
import type { HttpApp } from './http-app.ts';
import {
  createClusterMetrics,
  createHttpMetrics,
  type HttpMetrics,
} from './metrics/http-metrics.ts';
import { RequestActivity } from './request/activity.ts';
import { SERVER_LIMITS, type ServerLimits } from './request/limits.ts';
import { originOf } from './request/origin.ts';
import type { Route } from './route.ts';
import { createBalanceRoute } from './routes/balance.ts';
import { createExplorerRoutes } from './routes/explorer.ts';
import { createLivenessRoute, createReadinessRoute } from './routes/health.ts';
import { createMetricsRoute } from './routes/metrics.ts';
import { createOpenApiRoute } from './routes/openapi.ts';
import { createTransactionsRoute } from './routes/transactions.ts';
import type { WalletPipeline } from './routes/wallet-pipeline.ts';
import { createNodeServer } from './server/create-server.ts';
import { drainConnections } from './server/graceful-shutdown.ts';
import { UnsentResponses } from './server/unsent-responses.ts';

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
  /** Returns true as soon as the process is stopping, before the app is closed. */
  readonly isShuttingDown?: () => boolean;
  /** Addresses of reverse proxies, to which limits per address do not apply; none by default. */
  readonly trustedProxies?: BlockList;
  /** The folder of the built explorer; without it, `/` says how to build it. */
  readonly explorerFolder?: string;
  /** Limits that differ from {@link SERVER_LIMITS}. */
  readonly limits?: Partial<ServerLimits>;
}

/** The service, and a separate app for its metrics. */
export interface HttpApps {
  readonly app: HttpApp;
  /** `/metrics` without a token, for a port that only the operator can reach. */
  readonly metricsApp: HttpApp;
}

/**
 * Creates the service with all its routes, and an app of its metrics for a separate port. They do not listen
 * yet.
 */
export function createApps(options: HttpAppOptions): HttpApps {
  const { store, masterKey, now, metricsToken } = options;
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const activity = new RequestActivity();
  const metrics = createHttpMetrics({ store, now, inFlight: () => activity.inFlight });
  const limiter = new RateLimiter(options.rateLimitPerSecond);
  const parts = { options, limits, activity, metrics, limiter };
  const pipeline = createPipeline(parts);
  // Starts the notifications of changes before the first request.
  store.generation('', '');
  const app = buildApp(parts, (isShuttingDown) => [
    createTransactionsRoute(pipeline, { store, masterKey }),
    createBalanceRoute(pipeline, store),
    createLivenessRoute(),
    createReadinessRoute(store, isShuttingDown),
    createMetricsRoute(metrics, { kind: 'bearer', token: metricsToken }),
    createOpenApiRoute(),
    ...createExplorerRoutes(options.explorerFolder),
  ]);
  return { app, metricsApp: buildMetricsApp(options, metrics, metrics) };
}

/** Creates the app of the metrics of all workers of this process, for a separate port. */
export function createClusterMetricsApp(options: HttpAppOptions): HttpApp {
  const { store, now } = options;
  const own = createHttpMetrics({ store, now, inFlight: () => 0 });
  return buildMetricsApp(options, own, createClusterMetrics({ store, now }));
}

/** @param own the metrics that count the requests of this app. */
function buildMetricsApp(
  options: HttpAppOptions,
  own: HttpMetrics,
  metrics: Pick<HttpMetrics, 'read'>,
): HttpApp {
  const parts = {
    options,
    limits: { ...SERVER_LIMITS, ...options.limits },
    activity: new RequestActivity(),
    metrics: own,
    limiter: new RateLimiter(0),
  };
  return buildApp(parts, () => [
    createMetricsRoute(metrics, { kind: 'open' }),
    createLivenessRoute(),
  ]);
}

/** The parts that several stages of an app use. */
interface AppParts {
  readonly options: HttpAppOptions;
  readonly limits: ServerLimits;
  readonly activity: RequestActivity;
  readonly metrics: HttpMetrics;
  readonly limiter: RateLimiter;
}

function createPipeline(parts: AppParts): WalletPipeline {
  const { options, limits, activity, metrics, limiter } = parts;
  return {
    authenticator: new Authenticator({
      ...options,
      limiter,
      wrongKeys: new WrongKeys(limits.wrongKeysOfAddressMax),
      trustedProxies: options.trustedProxies ?? new BlockList(),
      countRateLimited: metrics.countRateLimited,
    }),
    responses: new ResponseCache(limits.responseCacheBytesMax),
    largePages: new LargePageQueue({
      countRequests: () => activity.begun,
      monotonicMs: () => performance.now(),
      sleep: (durationMs) => sleep(durationMs, undefined, { ref: false }),
    }),
    admitRequest: () => {
      if (activity.working <= limits.requestsInFlightMax) return;
      throw new ProblemError('overloaded', 'the service handles too many requests');
    },
  };
}

function buildApp(
  parts: AppParts,
  createRoutes: (isShuttingDown: () => boolean) => readonly Route[],
): HttpApp {
  const { options, limits, activity, metrics, limiter } = parts;
  const { logger, randomId, now, trustedProxies = new BlockList() } = options;
  const isShuttingDown = (): boolean => activity.closing || options.isShuttingDown?.() === true;
  const refusals = new RefusalLog(logger);
  const unsent = new UnsentResponses(limits, () => metrics.countClosed('slow_reader'));
  const shared = { limiter, refusals, metrics, logger };
  const writer = new ResponseWriter({ ...shared, activity, unsent, isShuttingDown });
  const routes = createRoutes(isShuttingDown);
  const server = createNodeServer(
    { ...shared, limits, randomId, now, trustedProxies },
    createRequestListener({ activity, limiter, randomId, writer, logger }, routes),
    new Set(routes.map((route) => route.path)),
  );
  return {
    server,
    listen: async (place) => {
      server.listen({ ...place, backlog: limits.backlog });
      await once(server, 'listening');
      const { address, port } = server.address() as AddressInfo;
      return originOf(address, port);
    },
    close: async () => {
      activity.closing = true;
      await drainConnections(server, limits.drainMs);
    },
  };
}
