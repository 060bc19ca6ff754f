import fp from 'fastify-plugin';

import { HEADERS } from '../header-names.ts';
import type { RateLimiter } from './rate-limit.ts';

/** The dependencies of {@link commonHeaders}. */
export interface CommonHeadersOptions {
  readonly limiter: RateLimiter;
  readonly isShuttingDown: () => boolean;
}

/** Returns the headers that every response has, in addition to its request id. */
export function describeCommonHeaders(limiter: RateLimiter): Readonly<Record<string, string>> {
  return { 'x-content-type-options': 'nosniff', ...limiter.headers() };
}

/** Sets the headers that every response has. */
export const commonHeaders = fp<CommonHeadersOptions>((app, options, done) => {
  const { limiter, isShuttingDown } = options;
  const headers = describeCommonHeaders(limiter);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(HEADERS.requestId, request.id).headers(headers);
    // If the caller offers to change the protocol, Node ignores all further requests of the connection.
    if (isShuttingDown() || request.headers.upgrade !== undefined) {
      reply.header('connection', 'close');
    }
    next();
  });
  done();
});
