/** The requests of each connection that are not answered yet, and the limit of their number. */
import type { Duplex } from 'node:stream';

import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    /** Called when the response was sent or the connection was closed. */
    onEnd: (() => void) | null;
  }
}

/** An unanswered request. */
interface OpenRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly startedAtMs: number;
}

/** The dependencies of {@link trackActivity}. */
export interface ActivityOptions {
  readonly activity: Activity;
  /** Maximum unanswered requests of one connection. */
  readonly pipelinedMax: number;
  /** Called for each connection that is closed because of the limit. */
  readonly onClosed: () => void;
  /** Called once for each request, when its response was sent or its connection was closed. */
  readonly onEnd: (request: FastifyRequest, reply: FastifyReply, durationMs: number) => void;
}

/** Counts requests, and knows which ones of a connection are open. */
export class Activity {
  /** Total requests that have begun. */
  begun = 0;
  /** Requests without a completely sent response; the caller may read slowly. */
  inFlight = 0;
  /** Open requests by connection, the oldest first. */
  readonly connections = new Map<Duplex, Set<OpenRequest>>();
}

/**
 * Tracks each request until its response is sent. A connection that sends more requests than the limit without
 * waiting for responses is closed: Node handles all requests of a packet in one turn of the event loop.
 */
export const trackActivity = fp<ActivityOptions>((app, options, done) => {
  const { activity, pipelinedMax, onClosed, onEnd } = options;
  const { connections } = activity;
  const end = (requests: Set<OpenRequest>, open: OpenRequest): void => {
    if (!requests.delete(open)) return;
    const { request, reply, startedAtMs } = open;
    activity.inFlight -= 1;
    request.onEnd?.();
    onEnd(request, reply, performance.now() - startedAtMs);
  };
  const track = (socket: Duplex): Set<OpenRequest> => {
    const requests = new Set<OpenRequest>();
    connections.set(socket, requests);
    socket.once('close', () => {
      connections.delete(socket);
      // Node does not close the responses that are queued behind another one.
      for (const open of requests) end(requests, open);
    });
    return requests;
  };
  app.decorateRequest('onEnd', null);
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request.raw;
    if (socket.destroyed) return;
    const requests = connections.get(socket) ?? track(socket);
    if (requests.size >= pipelinedMax) {
      socket.destroy();
      onClosed();
      return;
    }
    const open = { request, reply, startedAtMs: performance.now() };
    requests.add(open);
    activity.begun += 1;
    activity.inFlight += 1;
    reply.raw.on('close', () => end(requests, open));
    next();
  });
  // Fastify closes the connections of later requests.
  app.addHook('preClose', (done) => {
    for (const requests of connections.values()) {
      for (const { reply } of requests) reply.header('connection', 'close');
    }
    done();
  });
  done();
});
