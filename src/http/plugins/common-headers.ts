import fp from 'fastify-plugin';

import { HEADERS } from '../header-names.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Returns the headers that every response has, in addition to its request id. */
export function describeCommonHeaders(limiter: RateLimiter): Readonly<Record<string, string>> {
  return { 'x-content-type-options': 'nosniff', ...limiter.headers() };
}

/** Sets the headers that every response has. */
export const commonHeaders = fp<{ readonly limiter: RateLimiter }>((app, { limiter }, done) => {
  const headers = describeCommonHeaders(limiter);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(HEADERS.requestId, request.id).headers(headers);
    // If the caller offers to change the protocol, Node ignores all further requests of the connection.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close');
    next();
  });
  done();
});
