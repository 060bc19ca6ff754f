/** The OpenAPI 3.1 document, generated from the tables that parse requests and create errors. */
import { type ProblemCode, PROBLEMS, type ProblemDefinition } from '../../domain/problem.ts';
import { LISTING_PARAMETERS, PAGE_MAX } from '../../domain/query.ts';
import { SYNC_STATES } from '../../store/records.ts';
import { CREDENTIAL_HEADERS } from '../auth/credentials.ts';
import { BALANCE_EXAMPLE, problemExample, TRANSACTIONS_EXAMPLE } from './examples.ts';
import { type JsonSchema, referTo, SCHEMAS } from './schemas.ts';
import { HEADERS } from '../header-names.ts';
import { PATHS } from '../paths.ts';

/** The errors of every route of the API. */
const API_PROBLEMS: readonly ProblemCode[] = [
  'invalid_parameter',
  'unknown_parameter',
  'repeated_parameter',
  'malformed_request',
  'missing_credentials',
  'invalid_credentials',
  'scope_mismatch',
  'wallet_not_found',
  'method_not_allowed',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal',
  'store_unavailable',
  'overloaded',
];

/** Response headers: their meaning, and whether they are always present. */
const RESPONSE_HEADERS: Readonly<Record<string, JsonSchema>> = {
  [HEADERS.requestId]: textHeader("The caller's `x-request-id`, or a new one."),
  [HEADERS.history]: {
    description: 'Whether the history was read back to its beginning.',
    schema: { type: 'string', enum: ['complete', 'backfilling'] },
  },
  [HEADERS.lastSyncAt]: {
    description: 'The last synchronisation of the wallet; absent before the first.',
    schema: { type: 'string', format: 'date-time' },
  },
  [HEADERS.syncState]: {
    description: `The state of the synchronisation. ${Object.entries(SYNC_STATES)
      .map(([state, meaning]) => `\`${state}\`: ${meaning}.`)
      .join(' ')}`,
    schema: { type: 'string', enum: Object.keys(SYNC_STATES) },
  },
  [HEADERS.syncError]: textHeader(
    'The code of the failure of the last synchronisation, `exchange_key_refused` for example; ' +
      'absent if it succeeded.',
  ),
  [HEADERS.unknownNetworks]: {
    description:
      'Assets whose networks the exchange does not (all) report for this key, separated by commas and ' +
      'percent-encoded, or `*` if there are too many; missing if all are known. An empty list of ' +
      'networks means for all other assets that they cannot be withdrawn.',
    schema: { type: 'string' },
  },
  [HEADERS.unverifiedWithdrawable]: {
    description:
      'Present if the exchange does not document which part of the amounts can be withdrawn: the ' +
      'free amounts of its main account are reported.',
    schema: { type: 'string', enum: ['true'] },
  },
  link: textHeader(
    'The next page, `<…?cursor=…>; rel="next"` (RFC 8288), as a reference to be resolved against the ' +
      'address of the request; absent on the last page. Following the links returns every transaction ' +
      'that existed at the start and matches throughout exactly once, whatever arrives meanwhile, and ' +
      `beyond page ${PAGE_MAX} too. A 304 may leave it out: that of the stored response stays valid.`,
  ),
  etag: textHeader('Strong entity tag; send it in `if-none-match` to be answered 304.'),
  ratelimit: textHeader('What is left of the limit (IETF draft); absent where there is none.'),
  'ratelimit-policy': textHeader('The limit (IETF draft); absent where there is none.'),
  'retry-after': textHeader('Seconds after which trying again makes sense.'),
  'www-authenticate': textHeader('How to authenticate.'),
  allow: textHeader('The methods of the path.'),
};

const WALLET_HEADERS = [
  HEADERS.requestId,
  HEADERS.history,
  HEADERS.lastSyncAt,
  HEADERS.syncState,
  HEADERS.syncError,
  'etag',
  'ratelimit',
  'ratelimit-policy',
];

const PROBLEM_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  405: ['allow'],
  429: ['retry-after'],
  503: ['retry-after', HEADERS.history, HEADERS.syncState, HEADERS.syncError],
};

const SCHEME_NAMES: Readonly<Record<keyof typeof CREDENTIAL_HEADERS, string>> = {
  [HEADERS.apiKey]: 'apiKey',
  [HEADERS.orgId]: 'orgId',
  [HEADERS.projectId]: 'projectId',
  [HEADERS.walletId]: 'walletId',
};

/** Returns the document of `/openapi.json`. */
export function createOpenApiDocument(): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'wallet-teller',
      version: '0.1.0',
      description:
        'Transactions and withdrawable balances of wallets held at exchanges. Read-only; every ' +
        'request acts on one wallet, named by a header.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: {
      description: 'This document as a page, with every problem and a form for each request.',
      url: '/docs',
    },
    servers: [{ url: '/' }],
    paths: describePaths(),
    components: {
      schemas: SCHEMAS,
      headers: RESPONSE_HEADERS,
      securitySchemes: describeSecuritySchemes(),
    },
    // Every code, also those that belong to no path; `type` of a problem is its section in `/docs`.
    'x-problems': PROBLEMS,
  };
}

function describePaths(): JsonSchema {
  return {
    [PATHS.transactions]: {
      get: describeApiOperation({
        operationId: 'listTransactions',
        summary: 'Lists the transactions of a wallet, newest first.',
        parameters: describeTransactionParameters(),
        schema: 'TransactionList',
        headers: ['link'],
        example: TRANSACTIONS_EXAMPLE,
        problems: API_PROBLEMS,
      }),
    },
    [PATHS.balance]: {
      get: describeApiOperation({
        operationId: 'getWithdrawableBalance',
        summary: 'Returns what can be withdrawn from a wallet, and on which networks.',
        parameters: [],
        schema: 'Balance',
        headers: [HEADERS.unknownNetworks, HEADERS.unverifiedWithdrawable],
        example: BALANCE_EXAMPLE,
        problems: [...API_PROBLEMS, 'wallet_not_synced', 'wallet_stopped'],
      }),
    },
    [PATHS.liveness]: { get: describeHealth('checkLiveness', 'Says that the process lives.', []) },
    [PATHS.readiness]: {
      get: describeHealth('checkReadiness', 'Says whether the service can answer.', [
        'store_unavailable',
        'overloaded',
      ]),
    },
    [PATHS.metrics]: { get: METRICS_OPERATION },
    [PATHS.openapi]: { get: OPENAPI_OPERATION },
  };
}

interface ApiOperation {
  /** Response headers in addition to those of every response about a wallet. */
  readonly headers?: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly JsonSchema[];
  readonly schema: string;
  readonly example: JsonSchema;
  readonly problems: readonly ProblemCode[];
}

function describeApiOperation(operation: ApiOperation): JsonSchema {
  const { operationId, summary, parameters, schema, example, problems } = operation;
  const headers = referToHeaders([...WALLET_HEADERS, ...(operation.headers ?? [])]);
  const security = [Object.fromEntries(Object.values(SCHEME_NAMES).map((scheme) => [scheme, []]))];
  return {
    operationId,
    summary,
    security,
    parameters: [...parameters, ...CALLER_HEADERS],
    responses: {
      200: {
        description: 'The answer.',
        headers,
        content: { 'application/json': { schema: referTo('schemas', schema), example } },
      },
      304: {
        description: 'The caller has this answer already.',
        headers,
      },
      ...describeProblems(problems),
    },
  };
}

const CALLER_HEADERS: readonly JsonSchema[] = [
  {
    name: 'if-none-match',
    in: 'header',
    description: 'Entity tags that the caller has.',
    schema: { type: 'string' },
  },
  {
    name: HEADERS.requestId,
    in: 'header',
    description: 'Names the request in the answer and in the log.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._~:-]{1,128}$' },
  },
];

function describeTransactionParameters(): JsonSchema[] {
  return Object.entries(LISTING_PARAMETERS).map(([name, { description, schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
  }));
}

/** Returns one response for each status; its examples are the problems with that status. */
function describeProblems(codes: readonly ProblemCode[]): Record<string, JsonSchema> {
  const responses: Record<string, JsonSchema> = {};
  const statuses = new Set(codes.map((code) => PROBLEMS[code].status));
  for (const status of [...statuses].sort((left, right) => left - right)) {
    const own = codes.filter((code) => PROBLEMS[code].status === status);
    responses[status] = {
      description: own.map((code) => `\`${code}\`: ${definitionOf(code).when}`).join('\n\n'),
      headers: referToHeaders([HEADERS.requestId, ...(PROBLEM_HEADERS[status] ?? [])]),
      content: {
        'application/problem+json': {
          schema: referTo('schemas', 'Problem'),
          examples: Object.fromEntries(own.map((code) => [code, { value: problemExample(code) }])),
        },
      },
    };
  }
  return responses;
}

function definitionOf(code: ProblemCode): ProblemDefinition {
  return PROBLEMS[code];
}

function describeHealth(
  operationId: string,
  summary: string,
  problems: readonly ProblemCode[],
): JsonSchema {
  return {
    operationId,
    summary,
    security: [],
    responses: {
      200: {
        description: 'It does.',
        headers: referToHeaders([HEADERS.requestId]),
        content: { 'application/json': { schema: referTo('schemas', 'Health') } },
      },
      ...describeProblems(problems),
    },
  };
}

const METRICS_OPERATION: JsonSchema = {
  operationId: 'readMetrics',
  summary: 'Metrics for Prometheus, for the bearer of the metrics token.',
  security: [{ metricsToken: [] }],
  responses: {
    200: {
      description: 'The metrics.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
    ...describeProblems(['missing_credentials', 'invalid_credentials']),
  },
};

const OPENAPI_OPERATION: JsonSchema = {
  operationId: 'describeService',
  summary: 'This document.',
  security: [],
  responses: {
    200: {
      description: 'The document.',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
};

function describeSecuritySchemes(): JsonSchema {
  const schemes = Object.entries(CREDENTIAL_HEADERS).map(([name, description]) => [
    SCHEME_NAMES[name as keyof typeof CREDENTIAL_HEADERS],
    { type: 'apiKey', in: 'header', name, description },
  ]);
  return {
    ...Object.fromEntries(schemes),
    metricsToken: { type: 'http', scheme: 'bearer', description: '`TELLER_METRICS_TOKEN`.' },
  };
}

function referToHeaders(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, referTo('headers', name)]));
}

function textHeader(description: string): JsonSchema {
  return { description, schema: { type: 'string' } };
}
