import { hash, timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifySchema, onRequestHookHandler } from 'fastify';

import { type ProblemCode, ProblemError } from '../../domain/problem.ts';
import { referToHeaders } from '../openapi/response-headers.ts';
import { PATHS } from '../paths.ts';
import { OPEN_METRICS_TYPE, PROMETHEUS_TYPE, type ReadMetrics } from '../plugins/metrics.ts';
import { sendText } from '../plugins/send-text.ts';

const CHALLENGE = { 'www-authenticate': 'Bearer realm="wallet-teller metrics"' };

const SCHEMA: FastifySchema = {
  operationId: 'readMetrics',
  tags: ['Operation'],
  summary: "Returns the metrics of the process in Prometheus' text format, or in OpenMetrics.",
  description:
    'Needs the bearer token of `TELLER_METRICS_TOKEN`, without which it is closed. `Accept` selects the format.',
  security: [{ metricsToken: [] }],
  responses: {
    200: {
      description: 'The metrics.',
      headers: referToHeaders([]),
      content: {
        [PROMETHEUS_TYPE]: { schema: { type: 'string' } },
        [OPEN_METRICS_TYPE]: { schema: { type: 'string' } },
      },
    },
  },
  problems: ['missing_credentials', 'invalid_credentials'],
};

/** Adds the route of the metrics. @param onRequest refuses callers that may not read them; by default, everybody may. */
export function addMetricsRoute(
  app: FastifyInstance,
  readMetrics: ReadMetrics,
  onRequest: onRequestHookHandler[] = [],
): void {
  app.get(PATHS.metrics, { schema: SCHEMA, onRequest }, async ({ headers }, reply) => {
    const { contentType, text } = await readMetrics(headers.accept);
    reply.headers({ 'cache-control': 'no-store', vary: 'accept' });
    return sendText(reply, contentType, text);
  });
}

/** Returns a hook that refuses callers without the token, and all callers if there is none. */
export function requireMetricsToken(token: string | undefined): onRequestHookHandler {
  return ({ headers: { authorization } }, _reply, next) => {
    if (token === undefined) {
      throw refuse(
        'missing_credentials',
        'metrics are disabled here: set TELLER_METRICS_TOKEN to enable them for callers with the token, ' +
          'or TELLER_METRICS_PORT to serve them on a separate port',
      );
    }
    if (authorization === undefined) {
      throw refuse('missing_credentials', 'send the header "authorization: Bearer TOKEN"');
    }
    const presented = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    if (!timingSafeEqual(digestOf(presented), digestOf(token))) {
      throw refuse('invalid_credentials', 'the metrics token is wrong');
    }
    next();
  };
}

function refuse(code: ProblemCode, detail: string): ProblemError {
  return new ProblemError(code, detail, { headers: CHALLENGE });
}

/** Returns the digest that is compared, because a comparison in constant time needs equal lengths. */
function digestOf(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}
