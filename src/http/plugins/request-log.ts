/** Logs requests. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import type { RefusalLog } from './refusal-log.ts';

/** The route in logs and metrics of requests that match no route. */
export const UNKNOWN_ROUTE = 'unknown';
/** The status in logs and metrics of requests whose caller has disconnected before the response. */
const CALLER_GONE = 499;

/** Returns the route and the status of a request, for logs and metrics. */
export function describeOutcome(
  { routeOptions, is404 }: FastifyRequest,
  { raw }: FastifyReply,
): { readonly route: string; readonly status: number } {
  const route = is404 ? undefined : (routeOptions.config.label ?? routeOptions.url);
  return { route: route ?? UNKNOWN_ROUTE, status: raw.headersSent ? raw.statusCode : CALLER_GONE };
}

/** Logs a request that has ended: only these fields, no header, no query and no address. */
export function logRequest(
  logger: Logger,
  refusals: RefusalLog,
  { method, id, keyId, walletId }: FastifyRequest,
  outcome: { readonly route: string; readonly status: number; readonly durationMs: number },
): void {
  if (!logger.isLevelEnabled('info')) return;
  const { status, durationMs } = outcome;
  // Callers can cause these in large numbers: without a key, or above the limit of a key.
  const isRefusal = status === 429 || (keyId === undefined && status >= 400 && status < 500);
  if (isRefusal && !refusals.admits(status)) return;
  logger.info(
    {
      method,
      route: outcome.route,
      status,
      durationMs: Math.round(durationMs * 1000) / 1000,
      requestId: id,
      keyId,
      walletId,
    },
    'request',
  );
}
