import { hash, timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifySchema } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import { referToHeaders } from '../openapi/response-headers.ts';
import { PATHS } from '../paths.ts';
import { OPEN_METRICS_TYPE, PROMETHEUS_TYPE, type ReadMetrics } from '../plugins/metrics.ts';
import { sendText } from '../plugins/send-text.ts';

const CHALLENGE = { 'www-authenticate': 'Bearer realm="wallet-teller metrics"' };

/**
 * The callers that may read the metrics: callers with the token, none (without a token), or all who can reach
 * the port.
 */
export type MetricsAccess =
  | { readonly kind: 'bearer'; readonly token: string | undefined }
  | { readonly kind: 'open' };

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

/** Adds the route of the metrics. */
export function addMetricsRoute(
  app: FastifyInstance,
  readMetrics: ReadMetrics,
  access: MetricsAccess,
): void {
  app.get(PATHS.metrics, { schema: SCHEMA }, async ({ headers }, reply) => {
    if (access.kind === 'bearer') requireToken(headers.authorization, access.token);
    const { contentType, text } = await readMetrics(headers.accept);
    reply.headers({ 'cache-control': 'no-store', vary: 'accept' });
    return sendText(reply, contentType, text);
  });
}

function requireToken(authorization: string | undefined, token: string | undefined): void {
  if (token === undefined) {
    throw new ProblemError(
      'missing_credentials',
      'metrics are disabled here: set TELLER_METRICS_TOKEN to enable them for callers with the token, ' +
        'or TELLER_METRICS_PORT to serve them on a separate port',
      { headers: CHALLENGE },
    );
  }
  if (authorization === undefined) {
    throw new ProblemError('missing_credentials', 'send the header "authorization: Bearer TOKEN"', {
      headers: CHALLENGE,
    });
  }
  const presented = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  if (timingSafeEqual(digestOf(presented), digestOf(token))) return;
  throw new ProblemError('invalid_credentials', 'the metrics token is wrong', {
    headers: CHALLENGE,
  });
}

/** Returns the digest that is compared, because a comparison in constant time needs equal lengths. */
function digestOf(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}
