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
  { routeOptions, is404, method, id, keyId, walletId }: FastifyRequest,
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
    walletId,
  };
}

/**
 * Logs requests. The lines of refused requests are limited, because anyone can send thousands per second without a key:
 * above the limit per second they are counted, and one line reports their number by status.
 */
export class RequestLog {
  readonly #logger: Logger;
  #refusals = 0;
  readonly #counts = new Map<number, number>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  write(line: RequestLine): void {
    if (!this.#logger.isLevelEnabled('info')) return;
    const { status, keyId } = line;
    // Callers can cause these in large numbers: without a key, or above the limit of a key.
    const isRefusal = status === 429 || (keyId === undefined && status >= 400 && status < 500);
    if (!isRefusal || this.#admits(status)) this.#logger.info(line, 'request');
  }

  /** Returns true if a refusal is logged on its own line; otherwise counts it. */
  #admits(status: number): boolean {
    if (this.#refusals === 0) setTimeout(this.#writeSum, WINDOW_MS).unref();
    this.#refusals += 1;
    if (this.#refusals <= LINES_MAX) return true;
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
    return false;
  }

  readonly #writeSum = (): void => {
    this.#refusals = 0;
    if (this.#counts.size === 0) return;
    const countsByStatus = Object.fromEntries(this.#counts);
    this.#counts.clear();
    this.#logger.warn({ countsByStatus }, 'further requests were refused');
  };
}
