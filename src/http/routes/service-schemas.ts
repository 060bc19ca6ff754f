/** The OpenAPI descriptions of the routes that concern the service, not a wallet. */
import { OPEN_METRICS_TYPE, PROMETHEUS_TYPE } from '../plugins/metrics.ts';
import { PATHS } from '../paths.ts';
import {
  describePath,
  describeSuccess,
  IF_NONE_MATCH,
  NOT_MODIFIED,
  TAGS,
} from '../openapi/operations.ts';
import { referToHeaders } from '../openapi/response-headers.ts';
import { type JsonSchema, refer, SCHEMAS } from '../openapi/schemas.ts';

const tag = TAGS.operation.name;

/** The path items. */
export const SERVICE_PATHS: JsonSchema = {
  [PATHS.liveness]: describePath({
    operationId: 'checkLiveness',
    tag,
    summary: 'Returns 200 while the process runs.',
    description: 'A process that does not respond has to be restarted.',
    security: [],
    responses: { 200: describeHealth('The process runs.', 'alive') },
    problems: [],
  }),
  [PATHS.readiness]: describePath({
    operationId: 'checkReadiness',
    tag,
    summary: 'Returns 200 while the service can handle requests.',
    description: 'It cannot if the database is unavailable, or while it shuts down.',
    security: [],
    responses: { 200: describeHealth('The service can handle requests.', 'ready') },
    problems: ['store_unavailable', 'overloaded'],
    details: { overloaded: 'the service is shutting down' },
  }),
  [PATHS.metrics]: describePath({
    operationId: 'readMetrics',
    tag,
    summary: "Returns the metrics of the process in Prometheus' text format, or in OpenMetrics.",
    description:
      'Needs the bearer token of `TELLER_METRICS_TOKEN`, without which it is closed. `Accept` selects the format.',
    security: ['metricsToken'],
    responses: {
      200: {
        description: 'The metrics.',
        headers: referToHeaders(['Vary']),
        content: {
          [PROMETHEUS_TYPE]: { schema: { type: 'string' } },
          [OPEN_METRICS_TYPE]: { schema: { type: 'string' } },
        },
      },
    },
    problems: ['missing_credentials', 'invalid_credentials'],
    details: {
      missing_credentials: 'send the header "authorization: Bearer TOKEN"',
      invalid_credentials: 'the metrics token is wrong',
    },
  }),
  [PATHS.openapi]: describePath({
    operationId: 'describeService',
    tag,
    summary: 'Returns this document.',
    description: 'The same for every caller.',
    security: [],
    parameters: [IF_NONE_MATCH],
    responses: {
      200: describeSuccess(
        'The document.',
        'application/json',
        { schema: { type: 'object' } },
        referToHeaders(['ETag']),
      ),
      304: { description: NOT_MODIFIED, headers: referToHeaders(['ETag']) },
    },
    problems: [],
  }),
};

function describeHealth(description: string, status: string): JsonSchema {
  return describeSuccess(description, 'application/json', {
    schema: refer('Health', SCHEMAS.Health),
    example: { status },
  });
}
