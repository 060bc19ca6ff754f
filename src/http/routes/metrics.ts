import { hash, timingSafeEqual } from 'node:crypto';

import { ProblemError } from '../../domain/problem.ts';
import { writeExposition } from '../metrics/exposition.ts';
import type { HttpMetrics } from '../metrics/http-metrics.ts';
import type { Route } from '../route.ts';
import { PATHS } from '../paths.ts';

const CHALLENGE = { 'www-authenticate': 'Bearer realm="wallet-teller metrics"' };

/**
 * The callers that may read the metrics: callers with the token, none (without a token), or all who can reach
 * the port.
 */
export type MetricsAccess =
  | { readonly kind: 'bearer'; readonly token: string | undefined }
  | { readonly kind: 'open' };

/** Creates the route of the metrics in Prometheus' text format, or in OpenMetrics for callers that prefer it. */
export function createMetricsRoute(
  metrics: Pick<HttpMetrics, 'read'>,
  access: MetricsAccess,
): Route {
  return {
    path: PATHS.metrics,
    answer: async ({ request }) => {
      const { authorization, accept } = request.headers;
      if (access.kind === 'bearer') requireToken(authorization, access.token);
      const { contentType, body } = writeExposition(await metrics.read(), accept);
      const headers = ['content-type', contentType, 'cache-control', 'no-store', 'vary', 'accept'];
      return { status: 200, headers, body };
    },
  };
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
