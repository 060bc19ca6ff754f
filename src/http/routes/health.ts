import type { FastifyInstance, FastifyReply } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import { NodeUnavailableError } from '../../store/errors.ts';
import type { ServingStore } from '../../store/serving.ts';
import type { Health } from '../openapi/schemas.ts';
import { PATHS } from '../paths.ts';
import { sendText } from '../plugins/send-text.ts';
import { singleFlight } from '../single-flight.ts';

/** Adds `/livez`, which reports that the process runs, and nothing else, because a restart would not repair it. */
export function addLivenessRoute(app: FastifyInstance): void {
  app.get(PATHS.liveness, (_request, reply) => sendHealth(reply, 'alive'));
}

/**
 * Adds `/readyz`, which reports that the database answers and the service is not shutting down. If nodes of a cluster do not
 * respond, it names them, and the service is ready as long as any wallet can be read.
 */
export function addReadinessRoute(
  app: FastifyInstance,
  store: Pick<ServingStore, 'ping' | 'listNodes'>,
  isShuttingDown: () => boolean,
): void {
  const findLost = singleFlight(async () => {
    await store.ping();
    const nodes = await store.listNodes();
    const lost = nodes.filter(({ isReachable }) => !isReachable).map(({ address }) => address);
    if (lost.length > 0 && lost.length === nodes.length) {
      throw new NodeUnavailableError(lost.join(', '));
    }
    return lost;
  });
  app.get(PATHS.readiness, async (_request, reply) => {
    if (isShuttingDown()) throw new ProblemError('overloaded', 'the service is shutting down');
    return sendHealth(reply, 'ready', await findLost());
  });
}

function sendHealth(
  reply: FastifyReply,
  status: Health['status'],
  unavailableNodes: string[] = [],
): FastifyReply {
  const health: Health = unavailableNodes.length === 0 ? { status } : { status, unavailableNodes };
  reply.header('cache-control', 'no-store');
  return sendText(reply, 'application/json', JSON.stringify(health));
}
