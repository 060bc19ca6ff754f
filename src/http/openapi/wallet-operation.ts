/** What the operations of both endpoints have in common. */
import type { TSchema } from 'typebox';

import type { ProblemCode } from '../../domain/problem.ts';
import { HEADERS } from '../header-names.ts';
import { CREDENTIAL_HEADERS } from '../plugins/credentials.ts';
import { describePath, describeSuccess, IF_NONE_MATCH, NOT_MODIFIED, TAGS } from './operations.ts';
import { walletHeaders } from './response-headers.ts';
import type { JsonSchema } from './schemas.ts';

/** The errors of both endpoints, in addition to the errors of every path. */
const PROBLEMS: readonly ProblemCode[] = [
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

/** One of the two endpoints. */
export interface WalletOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly JsonSchema[];
  /** The body of the response with status 200. */
  readonly schema: TSchema | JsonSchema;
  readonly example: JsonSchema;
  /** Response headers, in addition to the headers of every response about a wallet. */
  readonly headers: readonly string[];
  /** Errors, in addition to the errors of both endpoints. */
  readonly problems: readonly ProblemCode[];
}

/** Returns the path item of an endpoint. */
export function describeWalletPath(operation: WalletOperation): JsonSchema {
  const { parameters, schema, example, headers, problems, ...path } = operation;
  const described = walletHeaders(headers);
  return describePath({
    ...path,
    tag: TAGS.wallets.name,
    security: Object.values(SCHEME_NAMES),
    parameters: [...parameters, ...CALLER_HEADERS],
    responses: {
      200: describeSuccess('The result.', 'application/json', { schema, example }, described),
      304: { description: NOT_MODIFIED, headers: described },
    },
    problems: [...PROBLEMS, ...problems, ...UNSYNCED_PROBLEMS],
  });
}

/** `components.securitySchemes` of the OpenAPI document. */
export function describeSecuritySchemes(): JsonSchema {
  const schemes = Object.entries(CREDENTIAL_HEADERS).map(([name, description]) => [
    SCHEME_NAMES[name as keyof typeof CREDENTIAL_HEADERS],
    { type: 'apiKey', in: 'header', name, description },
  ]);
  return {
    ...Object.fromEntries(schemes),
    metricsToken: { type: 'http', scheme: 'bearer', description: '`TELLER_METRICS_TOKEN`.' },
  };
}
