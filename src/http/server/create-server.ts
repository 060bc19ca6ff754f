import { createServer, type RequestListener, type Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';

import type { HttpMetrics } from '../metrics/http-metrics.ts';
import { HEADER_BLOCK_BYTES_MAX, HEADERS_MAX, type ServerLimits } from '../request/limits.ts';
import { limitConnectionRate } from './connection-rate.ts';
import { Connections } from './connections.ts';
import { answerParserErrors, type ParserErrorOptions } from './parser-errors.ts';
import { toOriginForm } from '../request/target.ts';

/**
 * Node's parser counts names, values and the target, but not the bytes between them, which are at least 16.
 * With this limit, a too long target exceeds the limit in the first chunk (64 KiB), in which it can be
 * distinguished from too large headers.
 */
const UNCOUNTED_BYTES_MIN = 16;

/** The dependencies of {@link createNodeServer}. */
export interface NodeServerOptions extends ParserErrorOptions {
  readonly limits: ServerLimits;
  /** Addresses without limits. */
  readonly trustedProxies: BlockList;
  readonly metrics: Pick<HttpMetrics, 'observeAnswer' | 'countClosed'>;
}

/**
 * Creates the Node server of the app, with its limits.
 *
 * @param paths the paths of the app.
 */
export function createNodeServer(
  options: NodeServerOptions,
  listener: RequestListener,
  paths: ReadonlySet<string>,
): Server {
  const { limits, trustedProxies, metrics, now } = options;
  const connections = new Connections({
    limits,
    waiting: { count: 0 },
    listener,
    trustedProxies,
    countClosed: () => metrics.countClosed('idle'),
  });
  const server = createServer(
    {
      maxHeaderSize: HEADER_BLOCK_BYTES_MAX - UNCOUNTED_BYTES_MIN,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      // The app itself refuses a request without a host, with a problem as the response.
      requireHostHeader: false,
      // Requests usually have no body, so no stream is created for an empty one.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      const target = request.url ?? '';
      if (!target.startsWith('/')) request.url = toOriginForm(target);
      connections.find(request.socket)?.receive(request, response);
    },
  );
  limitConnectionRate(server, {
    limits,
    trustedProxies,
    now,
    countRefused: () => metrics.countClosed('rate'),
  });
  server.on('connection', (socket: Socket) => connections.open(socket));
  server.setTimeout(limits.socketTimeoutMs);
  // Node silently ignores further headers, which may be repeated credentials. One header more than the limit
  // is read, so that a request with too many headers is refused.
  server.maxHeadersCount = HEADERS_MAX + 1;
  server.maxConnections = limits.connectionsMax;
  // An unknown expectation may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  answerParserErrors(options, server, paths, (socket) => connections.find(socket)?.newest);
  return server;
}
