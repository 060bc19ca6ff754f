import { ProblemError } from '../../domain/problem.ts';
import { NodeUnavailableError } from '../../store/errors.ts';
import type { Answer } from '../answer/route-answer.ts';
import type { Route } from '../route.ts';
import type { ServingStore } from '../../store/serving.ts';
import { singleFlight } from './single-flight.ts';
import { PATHS } from '../paths.ts';

/**
 * Creates `/livez`, which reports that the process runs. It checks nothing else, because a restart would not
 * repair it.
 */
export function createLivenessRoute(): Route {
  return { path: PATHS.liveness, answer: () => answerHealth('alive') };
}

/**
 * Creates `/readyz`, which reports that the database answers and the service is not shutting down. If nodes of a cluster do
 * not respond, it names them, and the service is ready as long as any wallet can be read.
 */
export function createReadinessRoute(
  store: Pick<ServingStore, 'ping' | 'listNodes'>,
  isShuttingDown: () => boolean,
): Route {
  const findLost = singleFlight(async () => {
    await store.ping();
    const nodes = await store.listNodes();
    const lost = nodes.filter(({ isReachable }) => !isReachable).map(({ address }) => address);
    if (lost.length > 0 && lost.length === nodes.length) {
      throw new NodeUnavailableError(lost.join(', '));
    }
    return lost;
  });
  return {
    path: PATHS.readiness,
    answer: async () => {
      if (isShuttingDown()) {
        throw new ProblemError('overloaded', 'the service is shutting down');
      }
      const lost = await findLost();
      return answerHealth('ready', lost);
    },
  };
}

function answerHealth(status: string, unavailableNodes: readonly string[] = []): Answer {
  const health = unavailableNodes.length === 0 ? { status } : { status, unavailableNodes };
  const headers = ['content-type', 'application/json', 'cache-control', 'no-store'];
  return { status: 200, headers, body: JSON.stringify(health) };
}
