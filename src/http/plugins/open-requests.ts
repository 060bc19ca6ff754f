/** The requests of each connection that are not answered yet, and the limits of their number and of their bytes. */
import type { Duplex } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import type { ServerLimits } from '../limits.ts';
import type { CloseReason } from './metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The replies that are not completely sent, by connection. */
    openRequests: Map<Duplex, Set<FastifyReply>>;
  }
  interface FastifyRequest {
    /** Set when the API key or management key has been verified. */
    keyId: string | undefined;
  }
}

/** The dependencies of {@link trackRequests}. */
export interface OpenRequestsOptions {
  readonly limits: Pick<ServerLimits, 'pipelinedMax' | 'unreadBytesMax' | 'unreadCheckIntervalMs'>;
  readonly countClosed: (reason: CloseReason) => void;
  /** Called once for each request, when its response was sent or its connection was closed. */
  readonly onEnd: (request: FastifyRequest, reply: FastifyReply, durationMs: number) => void;
}

/** Returns the number of open requests; the caller of some may read slowly. */
export function countOpen(app: FastifyInstance): number {
  // The metrics may be read before the plugins are loaded.
  if (!app.hasDecorator('openRequests')) return 0;
  return [...app.openRequests.values()].reduce((sum, { size }) => sum + size, 0);
}

/**
 * Tracks each request until its response is sent. A connection that sends more requests than the limit without
 * waiting for responses is closed: Node handles all requests of a packet in one turn of the event loop. Connections of
 * callers that do not read are closed while all unread responses have more bytes than their limit.
 */
export const trackRequests = fp<OpenRequestsOptions>(async (app, options) => {
  const { limits, countClosed, onEnd } = options;
  const open: FastifyInstance['openRequests'] = new Map();
  app.decorate('openRequests', open);
  app.decorateRequest('keyId', undefined);
  const track = (socket: Duplex): Set<FastifyReply> => {
    const replies = new Set<FastifyReply>();
    open.set(socket, replies);
    // Otherwise the map would keep every connection.
    socket.once('close', () => open.delete(socket));
    return replies;
  };
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request.raw;
    if (socket.destroyed) return;
    const replies = open.get(socket) ?? track(socket);
    if (replies.size >= limits.pipelinedMax) {
      socket.destroy();
      countClosed('pipelining');
      return;
    }
    const startedAtMs = performance.now();
    replies.add(reply);
    reply.raw.on('close', () => {
      replies.delete(reply);
      onEnd(request, reply, performance.now() - startedAtMs);
    });
    next();
  });
  const timer = setInterval(() => {
    for (const socket of chooseSlowReaders(open, limits.unreadBytesMax)) {
      socket.destroy();
      countClosed('slow_reader');
    }
  }, limits.unreadCheckIntervalMs).unref();
  // Fastify closes the connections of later requests.
  app.addHook('preClose', async () => {
    for (const replies of open.values()) {
      for (const reply of replies) reply.header('connection', 'close');
    }
  });
  app.addHook('onClose', async () => clearInterval(timer));
});

/** Returns connections whose end frees the bytes above the limit, beginning with the API key with the most bytes. */
function chooseSlowReaders(open: FastifyInstance['openRequests'], bytesMax: number): Duplex[] {
  const unread = [...open].map(([socket, replies]) => ({
    socket,
    owner: replies.values().next().value?.request.keyId ?? '',
    bytes: [...replies].reduce((sum, { raw }) => sum + raw.writableLength, 0),
  }));
  let excess = sumBytes(unread) - bytesMax;
  if (excess <= 0) return [];
  const owners = [...Map.groupBy(unread, ({ owner }) => owner).values()];
  owners.sort((left, right) => sumBytes(right) - sumBytes(left));
  const chosen: Duplex[] = [];
  for (const { socket, bytes } of owners.flat()) {
    if (excess <= 0) break;
    excess -= bytes;
    if (bytes > 0) chosen.push(socket);
  }
  return chosen;
}

function sumBytes(unread: readonly { readonly bytes: number }[]): number {
  return unread.reduce((sum, { bytes }) => sum + bytes, 0);
}
