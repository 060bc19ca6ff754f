/** The OpenAPI 3.1 document, composed from the schemas of the routes and the tables of parameters and errors. */
import { CONNECT_CODES, CONNECT_PROBLEMS, definitionOf, PROBLEMS } from '../../domain/problem.ts';
import { PATHS } from '../paths.ts';
import { GET_BALANCE } from './balance-schema.ts';
import { SERVICE_PATHS } from './service-schemas.ts';
import { LIST_TRANSACTIONS } from './transactions-schema.ts';
import { EVENT_SCHEMAS } from '../openapi/event-schemas.ts';
import { INTRODUCTION } from '../openapi/introduction.ts';
import { TAGS } from '../openapi/operations.ts';
import { RESPONSE_HEADERS } from '../openapi/response-headers.ts';
import { type JsonSchema, SCHEMAS } from '../openapi/schemas.ts';
import { describeSecuritySchemes } from '../openapi/wallet-operation.ts';
import { describeWebhooks } from '../openapi/webhooks.ts';

/** Returns the document of `/openapi.json`. */
export function createOpenApiDocument(): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'wallet-teller',
      version: '0.1.0',
      description: INTRODUCTION,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '/',
        description: 'The service that returned this document, local or in production.',
        'x-internal': false,
      },
    ],
    tags: Object.values(TAGS),
    paths: {
      [PATHS.transactions]: LIST_TRANSACTIONS,
      [PATHS.balance]: GET_BALANCE,
      ...SERVICE_PATHS,
    },
    webhooks: describeWebhooks(TAGS.webhooks.name),
    components: {
      schemas: { ...SCHEMAS, ...EVENT_SCHEMAS },
      headers: RESPONSE_HEADERS,
      securitySchemes: describeSecuritySchemes(),
    },
    // Every code, including codes without a path; `type` of a problem is its section in `/docs`.
    'x-problems': {
      ...PROBLEMS,
      ...CONNECT_PROBLEMS,
      ...Object.fromEntries(CONNECT_CODES.map((code) => [code, definitionOf(code)])),
    },
  };
}
