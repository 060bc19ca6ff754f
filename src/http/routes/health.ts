import type { FastifyInstance, FastifyReply } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import type { ServingStore } from '../../store/serving.ts';
import type { Health } from '../openapi/schemas.ts';
import { PATHS } from '../paths.ts';
import { sendText } from '../plugins/send-text.ts';
import { singleFlight } from '../single-flight.ts';

/** Adds `/livez`, which reports that the process runs, and nothing else, because a restart would not repair it. */
export function addLivenessRoute(app: FastifyInstance): void {
  const handler = (_request: unknown, reply: FastifyReply): void => sendHealth(reply, 'alive');
  app.route({ method: ['GET', 'HEAD'], url: PATHS.liveness, handler });
}

/** Adds `/readyz`, which reports that the database answers and the service is not shutting down. */
export function addReadinessRoute(
  app: FastifyInstance,
  store: Pick<ServingStore, 'ping'>,
  isShuttingDown: () => boolean,
): void {
  const ping = singleFlight(() => store.ping());
  app.route({
    method: ['GET', 'HEAD'],
    url: PATHS.readiness,
    handler: async (_request, reply) => {
      if (isShuttingDown()) throw new ProblemError('overloaded', 'the service is shutting down');
      await ping();
      sendHealth(reply, 'ready');
    },
  });
}

function sendHealth(reply: FastifyReply, status: Health['status']): void {
  const health: Health = { status };
  sendText(reply.header('cache-control', 'no-store'), 'application/json', JSON.stringify(health));
}
