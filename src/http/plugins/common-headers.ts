/** The headers of every response, one of which is the id of its request. */
import type { IncomingMessage } from 'node:http';

import fp from 'fastify-plugin';

import { HEADERS } from '../header-names.ts';
import type { RateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The headers that every response has, in addition to its request id. A plugin may add its own. Some requests are refused
     * without the hooks of the app, so a header that a hook sets is missing there.
     */
    readonly commonHeaders: Record<string, string>;
  }
}

const REQUEST_ID = /^[A-Za-z0-9._~:-]{1,128}$/;
/** The beginning of an API key or a management key. */
const LIKE_KEY = /key_/i;
/** As many characters as the secret of a key or a connect session has, which are upper and lower case. */
const LIKE_SECRET = /[\w-]{43}/;

/** Returns the function that chooses the id of a request (`genReqId` of Fastify). */
export function createRequestIds(randomId: () => string): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const inbound = headers[HEADERS.requestId];
    return typeof inbound === 'string' && isRequestId(inbound) ? inbound : randomId();
  };
}

/** Returns whether an id is printable, short, not repeated, and contains no secret, which would be logged. */
function isRequestId(text: string): boolean {
  if (!REQUEST_ID.test(text) || LIKE_KEY.test(text)) return false;
  const hasOneCase = text === text.toLowerCase() || text === text.toUpperCase();
  return hasOneCase || !LIKE_SECRET.test(text);
}

/** Sets the headers that every response has. */
export const commonHeaders = fp<{ readonly limiter: RateLimiter }>(async (app, { limiter }) => {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    ...limiter.headers(),
  };
  app.decorate('commonHeaders', headers);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(HEADERS.requestId, request.id).headers(headers);
    // If the caller offers to change the protocol, Node ignores all further requests of the connection.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close');
    next();
  });
});
