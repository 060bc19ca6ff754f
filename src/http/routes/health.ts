import { ProblemError } from '../../domain/problem.ts';
import type { Answer } from '../answer/answer.ts';
import type { Route } from '../route.ts';
import type { HttpService } from '../service.ts';
import { shareRunning } from './share-running.ts';

/** Says that the process lives, whatever else is broken: a restart would not help. */
export function createLivenessRoute(): Route {
  return { path: '/livez', answer: () => answerHealth('alive') };
}

/** Says whether the service can answer: the database does, and it is not shutting down. */
export function createReadinessRoute(service: HttpService): Route {
  const ping = shareRunning(() => service.store.ping());
  return {
    path: '/readyz',
    answer: async () => {
      if (service.isShuttingDown()) {
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
