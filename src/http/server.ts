/** Creates the Fastify server with its limits, and shuts it down. */
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, type BlockList, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type onSendHookHandler,
  type RouteOptions,
} from 'fastify';
import fp from 'fastify-plugin';

import { ProblemError } from '../domain/problem.ts';
import { HEADERS } from './header-names.ts';
import { HEADER_BYTES_MAX, HEADERS_MAX, type ServerLimits } from './limits.ts';
import { trustProxies } from './plugins/client-address.ts';
import { createRequestIds } from './plugins/common-headers.ts';
import { answerParserError, type ParserErrorOptions } from './plugins/parser-errors.ts';
import { sendProblem } from './plugins/problems.ts';

/** Maximum wait for running requests at a shutdown. */
export const SHUTDOWN_GRACE_MS = 10_000;
/**
 * With this much less than the limit, a target that is too long exceeds it in the first packet (64 KiB), so it can be
 * distinguished from headers that are too large.
 */
const UNCOUNTED_BYTES_MIN = 16;
/** Length of the system's accept queue; Linux allows 4096 by default. */
const BACKLOG = 4096;
/** Interval at which the connections are counted during a shutdown. */
const DRAIN_POLL_MS = 10;

/** The dependencies of {@link createServer}. */
export interface ServerOptions extends ParserErrorOptions {
  readonly limits: ServerLimits;
  readonly trustedProxies: BlockList;
}

/** Creates the server, without plugins and routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { limits, randomId, trustedProxies } = options;
  const app = fastify({
    logger: false,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX - UNCOUNTED_BYTES_MIN,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
      // A request without a host is refused with a problem.
      requireHostHeader: false,
      // So that a repeated host or credential is noticed.
      joinDuplicateHeaders: true,
      // Requests usually have no body, so no stream is created for an empty one.
      optimizeEmptyRequests: true,
    },
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionTimeout: limits.socketTimeoutMs,
    // During a shutdown, requests are answered with `connection: close`.
    return503OnClosing: false,
    // What the schema of a route does not allow is refused.
    ajv: { customOptions: { removeAdditional: false } },
    trustProxy: trustProxies(trustedProxies),
    genReqId: createRequestIds(randomId),
    frameworkErrors: (error, _request, reply) =>
      refuseTarget(options, error, reply as FastifyReply),
    clientErrorHandler: (error: Error, socket) => {
      // A malformed body belongs to a request with a response of its own: a second one would answer the next request.
      if (newest.get(socket)?.complete === false) socket.destroy();
      else answerParserError(app, options, error, socket);
    },
  });
  app.addHook('onRoute', refuseMissingHook);
  app.addHook('onRoute', omitLengthOf304);
  const newest = new WeakMap<Duplex, IncomingMessage>();
  app.server.on('request', (request) => newest.set(request.socket, request));
  // Node silently ignores further headers, which may be repeated credentials. One header more than the limit
  // is read, so that a request with too many headers is refused.
  app.server.maxHeadersCount = HEADERS_MAX + 1;
  // An unknown expectation may be ignored (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  // Fastify would wait for a body that has a type. Without a length there is none, and Node has closed its stream.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, next) => {
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
    if (!hasBody) delete headers['content-type'];
    next();
  });
  return app;
}

/**
 * Fastify ignores a hook that is undefined, such as `app.authenticate` before its plugin was loaded: the route would be open.
 *
 * @throws {Error} if a route has one.
 */
function refuseMissingHook({ url, ...route }: RouteOptions): void {
  if (!('onRequest' in route) || route.onRequest !== undefined) return;
  throw new Error(`${url}: the hook onRequest is undefined; add the route in a plugin`);
}

/**
 * Removes `content-length: 0` from a 304 to HEAD: only the length of the stored body would be right (RFC 9110 §8.6). The hook
 * of Fastify that sets it is the last one of the route.
 */
function omitLengthOf304(route: RouteOptions): void {
  if (route.method !== 'HEAD') return;
  const remove: onSendHookHandler = (_request, reply, payload, next) => {
    if (reply.statusCode === 304) reply.removeHeader('content-length');
    next(null, payload);
  };
  route.onSend = [route.onSend ?? [], remove].flat();
}

/**
 * Answers a request whose path cannot be decoded, or has a parameter that is too long. No hook runs for it, so the
 * framing of its body is not checked, and the connection is closed.
 */
function refuseTarget(
  { onRefused }: ServerOptions,
  { statusCode }: FastifyError,
  reply: FastifyReply,
): void {
  const problem =
    statusCode === 414
      ? new ProblemError('uri_too_long', 'a part of the path is too long')
      : new ProblemError('malformed_request', 'the path is not well-formed percent-encoding');
  const requestId = reply.request.id;
  const closing = { connection: 'close', [HEADERS.requestId]: requestId };
  sendProblem(reply.headers({ ...reply.server.commonHeaders, ...closing }), problem);
  onRefused(reply.statusCode, requestId);
}

/** Starts to listen. Returns the URL, without a slash at its end. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  // With a name, Fastify would listen on all of its addresses, by servers without our limits.
  const { address } = await lookup(host);
  await app.listen({ host: address, port, backlog: BACKLOG });
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
    // Before any response has `connection: close`: its caller would connect again, and be reset. The method of the base
    // class, because an HTTP server's `close` also closes idle connections.
    NetServer.prototype.close.call(app.server);
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

/**
 * Drains the connections before Fastify closes them. If an idle connection were closed immediately, as `http.Server`
 * does, a request in transit would be reset. So each connection may send one more request, which Fastify answers with
 * `connection: close`; the idle ones are closed after `drainMs`.
 */
export const drainOnClose = fp<Pick<ServerLimits, 'drainMs'>>(async (app, { drainMs }) => {
  const countConnections = promisify(app.server.getConnections.bind(app.server));
  app.addHook('preClose', async () => {
    const untilMs = performance.now() + drainMs;
    while (performance.now() < untilMs && (await countConnections()) > 0) {
      await sleep(DRAIN_POLL_MS);
    }
  });
});
