/** Logs requests. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** The route in logs and metrics of requests that match no route. */
export const UNKNOWN_ROUTE = 'unknown';
/** The status in logs and metrics of requests whose caller has disconnected before the response. */
const CALLER_GONE = 499;
const WINDOW_MS = 1000;
/** Maximum refusals within a window that are logged one by one. */
const LINES_MAX = 20;

/** A line of the log: only these fields, no header, no query and no address. */
export interface RequestLine {
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
  readonly method?: string;
  readonly durationMs?: number;
  readonly keyId?: string | undefined;
  readonly walletId?: string | undefined;
}

/** Returns the line of a request that has ended. */
export function describeRequest(
  { routeOptions, is404, method, id, keyId, caller }: FastifyRequest,
  { raw }: FastifyReply,
  durationMs: number,
): RequestLine {
  const route = is404 ? undefined : (routeOptions.config.label ?? routeOptions.url);
  return {
    method,
    route: route ?? UNKNOWN_ROUTE,
    status: raw.headersSent ? raw.statusCode : CALLER_GONE,
    durationMs: Math.round(durationMs * 1000) / 1000,
    requestId: id,
    keyId,
    walletId: caller?.wallet?.id,
  };
}

/**
 * Returns the function that logs requests. The lines of refused requests are limited, because anyone can send thousands
 * per second without a key: above the limit per second they are counted, and one line reports their number by status.
 */
export function createRequestLog(logger: Logger): (line: RequestLine) => void {
  let refusals = 0;
  const unlogged = new Map<number, number>();
  const endWindow = (): void => {
    refusals = 0;
    if (unlogged.size === 0) return;
    logger.warn({ countsByStatus: Object.fromEntries(unlogged) }, 'further requests were refused');
    unlogged.clear();
  };
  return (line) => {
    if (!logger.isLevelEnabled('info')) return;
    const { status, keyId } = line;
    // Callers can cause these in large numbers: without a key, or above the limit of a key.
    const isRefusal = status === 429 || (keyId === undefined && status >= 400 && status < 500);
    if (isRefusal) {
      if (refusals === 0) setTimeout(endWindow, WINDOW_MS).unref();
      refusals += 1;
    }
    if (!isRefusal || refusals <= LINES_MAX) logger.info(line, 'request');
    else unlogged.set(status, (unlogged.get(status) ?? 0) + 1);
  };
}
