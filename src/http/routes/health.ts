import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';
import { type Static, Type } from 'typebox';

import { ProblemError } from '../../domain/problem.ts';
import { object, words } from '../../domain/shapes.ts';
import { NodeUnavailableError } from '../../store/errors.ts';
import type { ServingStore } from '../../store/serving.ts';
import { describeJson } from '../openapi/operations.ts';
import { PATHS } from '../paths.ts';
import { sendText } from '../plugins/send-text.ts';

const Health = object('Health', 'The state of the process.', {
  status: words(['alive', 'ready'], '`alive` from `/livez`, `ready` from `/readyz`.'),
  unavailableNodes: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Nodes of the database cluster that do not respond, as `host:port`. Their wallets are unavailable.',
    }),
  ),
});

/** The body of `/livez` and `/readyz`. */
type Health = Static<typeof Health>;

/** Adds `/livez`, which reports that the process runs, and nothing else, because a restart would not repair it. */
export function addLivenessRoute(app: FastifyInstance): void {
  const schema: FastifySchema = {
    operationId: 'checkLiveness',
    tags: ['Operation'],
    summary: 'Returns 200 while the process runs.',
    description: 'A process that does not respond has to be restarted.',
    security: [],
    responses: { 200: describeHealth('The process runs.', 'alive') },
  };
  app.get(PATHS.liveness, { schema }, (_request, reply) => sendHealth(reply, { status: 'alive' }));
}

/**
 * Adds `/readyz`, which reports that the database answers and the service is not shutting down. If nodes of a cluster do not
 * respond, it names them, and the service is ready as long as any wallet can be read.
 */
export function addReadinessRoute(
  app: FastifyInstance,
  store: Pick<ServingStore, 'ping' | 'listNodes'>,
  isShuttingDown = (): boolean => false,
): void {
  /** The check that is running, for all requests that arrive meanwhile. */
  let running: Promise<Health> | undefined;
  const schema: FastifySchema = {
    operationId: 'checkReadiness',
    tags: ['Operation'],
    summary: 'Returns 200 while the service can handle requests.',
    description: 'It cannot if the database is unavailable, or while it shuts down.',
    security: [],
    responses: { 200: describeHealth('The service can handle requests.', 'ready') },
    problems: ['store_unavailable', 'overloaded'],
  };
  app.get(PATHS.readiness, { schema }, async (_request, reply) => {
    if (isShuttingDown()) throw new ProblemError('overloaded', 'the service is shutting down');
    running ??= checkStore(store).finally(() => {
      running = undefined;
    });
    return sendHealth(reply, await running);
  });
}

async function checkStore(store: Pick<ServingStore, 'ping' | 'listNodes'>): Promise<Health> {
  await store.ping();
  const nodes = await store.listNodes();
  const lost = nodes.filter(({ isReachable }) => !isReachable).map(({ address }) => address);
  if (lost.length > 0 && lost.length === nodes.length) {
    throw new NodeUnavailableError(lost.join(', '));
  }
  return { status: 'ready', ...(lost.length > 0 && { unavailableNodes: lost }) };
}

function sendHealth(reply: FastifyReply, health: Health): FastifyReply {
  reply.header('cache-control', 'no-store');
  return sendText(reply, 'application/json', JSON.stringify(health));
}

function describeHealth(description: string, status: Health['status']) {
  return describeJson(description, { schema: Health, example: { status } });
}
