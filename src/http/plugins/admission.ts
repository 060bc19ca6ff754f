import type { onRequestHookHandler, onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';

import { ProblemError } from '../../domain/problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A hook for routes with a limited number of concurrent requests, together with `leave` as `onSend`. */
    admit: onRequestHookHandler;
    leave: onSendHookHandler;
  }
  interface FastifyRequest {
    isAdmitted: boolean;
  }
}

/** Limits the requests of the API that are being handled. A response that is read slowly does not count. */
export const admission = fp<{ readonly requestsMax: number }>((app, { requestsMax }, done) => {
  let working = 0;
  app.decorateRequest('isAdmitted', false);
  app.decorate('admit', (request, _reply, next) => {
    if (working >= requestsMax) {
      throw new ProblemError('overloaded', 'the service handles too many requests');
    }
    working += 1;
    request.isAdmitted = true;
    next();
  });
  app.decorate('leave', (request, _reply, _payload, next) => {
    if (request.isAdmitted) working -= 1;
    request.isAdmitted = false;
    next();
  });
  done();
});
