/** The OpenAPI 3.1 document, generated from the tables that parse requests and create errors. */
import { type ProblemCode, PROBLEMS } from '../../domain/problem.ts';
import { LISTING_PARAMETERS } from '../../domain/query.ts';
import { CREDENTIAL_HEADERS } from '../auth/credentials.ts';
import { HEADERS } from '../header-names.ts';
import { PATHS } from '../paths.ts';
import { TARGET_LENGTH_MAX } from '../request/limits.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import { BALANCE_EXAMPLE, PARAMETER_EXAMPLES, TRANSACTIONS_EXAMPLE } from './examples.ts';
import { INTRODUCTION } from './introduction.ts';
import { describePath, describeSuccess, IF_NONE_MATCH, NOT_MODIFIED } from './operations.ts';
import { describeServicePaths } from './service-paths.ts';
import { RESPONSE_HEADERS, walletHeaders } from './response-headers.ts';
import { type JsonSchema, referTo, SCHEMAS } from './schemas.ts';
import { describeWebhooks } from './webhooks.ts';

const WALLETS = 'Wallets';
const OPERATION = 'Operation';
const WEBHOOKS = 'Webhooks';

/** The errors of both endpoints, in addition to the errors of every path. */
const WALLET_PROBLEMS: readonly ProblemCode[] = [
  'invalid_parameter',
  'unknown_parameter',
  'repeated_parameter',
  'missing_credentials',
  'invalid_credentials',
  'scope_mismatch',
  'wallet_not_found',
  'rate_limited',
  'store_unavailable',
  'overloaded',
];

/** The errors of a wallet that was never synchronised. */
const UNSYNCED_PROBLEMS: readonly ProblemCode[] = ['wallet_not_synced', 'wallet_stopped'];

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
    tags: [
      { name: WALLETS, description: 'The balances of a wallet, and its transactions.' },
      { name: OPERATION, description: 'The state and the description of the service.' },
      {
        name: WEBHOOKS,
        description:
          'Requests that the service sends to the webhooks of a project, which its operator adds.',
      },
    ],
    paths: describePaths(),
    webhooks: describeWebhooks(WEBHOOKS),
    components: {
      schemas: { ...SCHEMAS, ...EVENT_SCHEMAS },
      headers: RESPONSE_HEADERS,
      securitySchemes: describeSecuritySchemes(),
    },
    // Every code, including codes without a path; `type` of a problem is its section in `/docs`.
    'x-problems': PROBLEMS,
  };
}

function describePaths(): JsonSchema {
  return {
    [PATHS.transactions]: describeWalletPath({
      operationId: 'listTransactions',
      summary: 'Lists the transactions of a wallet, newest first.',
      description:
        'Sorted by `timestamp`, then `id`, both descending. A page past the end is an empty list. ' +
        'A wallet that was never synchronised has no list, unless transactions were imported. ' +
        'To read everything, follow `Link` until it is missing.',
      parameters: describeTransactionParameters(),
      success: { schema: referTo('schemas', 'TransactionList'), example: TRANSACTIONS_EXAMPLE },
      headers: ['Link'],
      problems: [...WALLET_PROBLEMS, ...UNSYNCED_PROBLEMS],
    }),
    [PATHS.balance]: describeWalletPath({
      operationId: 'getWithdrawableBalance',
      summary: 'Returns the withdrawable balances of a wallet and their networks.',
      description:
        'As of `lastSyncAt`. A suspended network is missing from `networks`; an asset without any ' +
        'cannot be withdrawn now, unless `x-svc-unknown-networks` lists it.',
      parameters: [],
      success: { schema: referTo('schemas', 'Balance'), example: BALANCE_EXAMPLE },
      headers: [HEADERS.unknownNetworks, HEADERS.unverifiedWithdrawable],
      problems: [...WALLET_PROBLEMS, 'balance_not_available', ...UNSYNCED_PROBLEMS],
    }),
    ...describeServicePaths(OPERATION),
  };
}

/** One of the two endpoints. */
interface WalletPath {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly JsonSchema[];
  readonly success: JsonSchema;
  /** Response headers, in addition to the headers of every response about a wallet. */
  readonly headers: readonly string[];
  readonly problems: readonly ProblemCode[];
}

function describeWalletPath({ parameters, success, headers, ...path }: WalletPath): JsonSchema {
  const described = walletHeaders(headers);
  return describePath({
    ...path,
    tag: WALLETS,
    security: Object.values(SCHEME_NAMES),
    parameters: [...parameters, ...CALLER_HEADERS],
    responses: {
      200: describeSuccess('The result.', 'application/json', success, described),
      304: { description: NOT_MODIFIED, headers: described },
    },
  });
}

const CALLER_HEADERS: readonly JsonSchema[] = [
  IF_NONE_MATCH,
  {
    name: HEADERS.requestId,
    in: 'header',
    description:
      'Names the request in the response and in the log. If it is invalid, it is ignored.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._~:-]+$', maxLength: 128 },
    example: '0b7c9a52-6f0e-4a3c-9a59-2f1a4d1f7c11',
  },
];

function describeTransactionParameters(): JsonSchema[] {
  return Object.entries(LISTING_PARAMETERS).map(([name, { description, schema }]) => ({
    name,
    in: 'query',
    description,
    // A longer value does not fit into a request target.
    schema: schema['type'] === 'string' ? { maxLength: TARGET_LENGTH_MAX, ...schema } : schema,
    example: PARAMETER_EXAMPLES[name],
  }));
}

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
