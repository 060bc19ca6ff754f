/** Creates the Fastify server with its limits, and shuts it down. */
import { once } from 'node:events';
import { type AddressInfo, type BlockList, Server as NetServer } from 'node:net';
import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import fastify, { type FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

import { HEADER_BYTES_MAX, HEADERS_MAX, type ServerLimits } from './limits.ts';
import { trustProxies } from './plugins/client-address.ts';
import type { ParserErrorHandlers } from './plugins/parser-errors.ts';
import { createRequestIds } from './plugins/request-ids.ts';
import { toRoutable } from './plugins/target.ts';

/** Maximum wait for running requests at a shutdown. */
export const SHUTDOWN_GRACE_MS = 10_000;
/**
 * With this much less than the limit, a target that is too long exceeds it in the first packet (64 KiB), so it can be
 * distinguished from headers that are too large.
 */
const UNCOUNTED_BYTES_MIN = 16;
const NO_QUERY = {};

/** The dependencies of {@link createServer}. */
export interface ServerOptions {
  readonly limits: ServerLimits;
  /** Returns a new request id. */
  readonly randomId: () => string;
  readonly trustedProxies: BlockList;
  readonly handlers: ParserErrorHandlers;
}

/** Creates the server, without plugins and routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { limits, randomId, trustedProxies, handlers } = options;
  const app = fastify({
    logger: false,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX - UNCOUNTED_BYTES_MIN,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
      // A request without a host is refused with a problem.
      requireHostHeader: false,
      // Requests usually have no body, so no stream is created for an empty one.
      optimizeEmptyRequests: true,
    },
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionTimeout: limits.socketTimeoutMs,
    // During a shutdown, requests are answered with `connection: close`.
    return503OnClosing: false,
    trustProxy: trustProxies(trustedProxies),
    genReqId: createRequestIds(randomId),
    rewriteUrl: ({ url = '' }) => toRoutable(url),
    // `domain/query.ts` parses the query.
    routerOptions: { querystringParser: () => NO_QUERY },
    exposeHeadRoutes: false,
    clientErrorHandler: handlers.answerClientError,
  });
  // Node silently ignores further headers, which may be repeated credentials. One header more than the limit
  // is read, so that a request with too many headers is refused.
  app.server.maxHeadersCount = HEADERS_MAX + 1;
  // An unknown expectation may be ignored (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.server.on('connect', handlers.refuseConnect);
  return app;
}

/** A place to listen at. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** Starts to listen. Returns the URL, without a slash at its end. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Place,
  { backlog }: Pick<ServerLimits, 'backlog'>,
): Promise<string> {
  // With a name, Fastify would listen on all of its addresses, by servers without our limits.
  const { address } = await lookup(host);
  await app.listen({ host: address, port, backlog });
  const bound = app.server.address() as AddressInfo;
  return originOf(bound.address, bound.port);
}

/** Returns the URL of a server, without a slash at its end; an IPv6 host is in brackets. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Stops accepting, answers running requests and the next request of each open connection with `connection:
 * close`, and resolves when every connection is closed. After `graceMs` the remaining connections are closed.
 */
export async function shutDown(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.ready();
    // Before any response has `connection: close`: its caller would connect again, and be reset.
    void app.drain();
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Stops listening immediately; resolves when the connections may be closed. */
    drain: () => Promise<void>;
  }
}

/**
 * Drains the connections before Fastify closes them. If an idle connection were closed immediately, as `http.Server`
 * does, a request in transit would be reset. So each connection may send one more request, which Fastify answers with
 * `connection: close`; the idle ones are closed after `drainMs`.
 */
export const drainOnClose = fp<Pick<ServerLimits, 'drainMs'>>((app, { drainMs }, done) => {
  const { server } = app;
  let drained: Promise<void> | undefined;
  const drain = async (): Promise<void> => {
    if (!server.listening) return;
    const over = new AbortController();
    const closed = once(server, 'close', { signal: over.signal });
    // The method of the base class, because an HTTP server's `close` also closes idle connections.
    NetServer.prototype.close.call(server);
    const timeout = sleep(drainMs, undefined, { signal: over.signal });
    await Promise.race([closed, timeout]);
    over.abort();
    await Promise.allSettled([closed, timeout]);
  };
  app.decorate('drain', () => (drained ??= drain()));
  app.addHook('preClose', () => app.drain());
  done();
});
