import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

import { HEADER_BLOCK_BYTES_MAX, HEADERS_MAX } from '../request/limits.ts';
import { Connections } from './connections.ts';
import { answerParserErrors } from './parser-errors.ts';
import { toOriginForm } from '../request/target.ts';
import type { HttpService } from '../service.ts';

/**
 * Node's parser counts names, values and the target but not what stands between them, at least so
 * many bytes. With this bound an address that overflows is found in the first chunk that is read
 * (64 KiB), where it can be told from headers that overflow.
 */
const UNCOUNTED_BYTES_MIN = 16;

/**
 * The Node server under the app, with its bounds.
 *
 * @param paths those of the app.
 */
export function createNodeServer(
  service: HttpService,
  listener: RequestListener,
  paths: ReadonlySet<string>,
): Server {
  const { limits } = service;
  const connections = new Connections({
    limits,
    waiting: { count: 0 },
    listener,
    trustedProxies: service.trustedProxies,
    countClosed: () => service.metrics.countClosed('idle'),
  });
  const server = createServer(
    {
      maxHeaderSize: HEADER_BLOCK_BYTES_MAX - UNCOUNTED_BYTES_MIN,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      // The app answers a request without a host itself, with a body that says so.
      requireHostHeader: false,
      // Requests without a body, which all should be, need no stream for it.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      const target = request.url ?? '';
      if (!target.startsWith('/')) request.url = toOriginForm(target);
      connections.find(request.socket)?.receive(request, response);
    },
  );
  server.on('connection', (socket: Socket) => connections.open(socket));
  server.setTimeout(limits.socketTimeoutMs);
  // Node drops further headers without a word, a repeated credential among them: one more than the
  // bound is read, and such a request is refused.
  server.maxHeadersCount = HEADERS_MAX + 1;
  server.maxConnections = limits.connectionsMax;
  // An expectation that is not understood may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  answerParserErrors(service, server, paths, (socket) => connections.find(socket)?.newest);
  return server;
}
