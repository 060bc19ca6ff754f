import { ProblemError } from '../../domain/problem.ts';
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

/** Creates `/readyz`, which reports that the database answers and the service is not shutting down. */
export function createReadinessRoute(
  store: Pick<ServingStore, 'ping'>,
  isShuttingDown: () => boolean,
): Route {
  const ping = singleFlight(() => store.ping());
  return {
    path: PATHS.readiness,
    answer: async () => {
      if (isShuttingDown()) {
        throw new ProblemError('overloaded', 'the service is shutting down');
      }
      await ping();
      return answerHealth('ready');
    },
  };
}

function answerHealth(status: string): Answer {
  const headers = ['content-type', 'application/json', 'cache-control', 'no-store'];
  return { status: 200, headers, body: JSON.stringify({ status }) };
}
