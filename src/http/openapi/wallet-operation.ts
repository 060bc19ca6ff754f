/** What the operations of both endpoints have in common. */
import type { FastifySchema } from 'fastify';

import type { AnyProblemCode } from '../../domain/problem.ts';
import type { JsonSchema } from '../../domain/shapes.ts';
import { CREDENTIAL_HEADERS, HEADERS } from '../header-names.ts';
import { describeJson, IF_NONE_MATCH } from './operations.ts';
import { referToHeaders, SYNC_HEADERS } from './response-headers.ts';

/** The errors of both endpoints, in addition to the errors of every path. */
const PROBLEMS: readonly AnyProblemCode[] = [
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
  'wallet_not_synced',
  'wallet_stopped',
];

const REQUEST_ID: JsonSchema = {
  name: HEADERS.requestId,
  in: 'header',
  description:
    'Names the request in the response and in the log. An invalid one is replaced, and so is one that could contain a ' +
    'secret: `key_`, or 43 characters in a row that are letters, digits, `_` or `-`, if the id has both upper and lower ' +
    'case. A UUID is kept.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._~:-]+$', maxLength: 128 },
};

/** One of the two endpoints. */
export interface WalletOperation extends FastifySchema {
  /** The body of the response with status 200: its schema and an example. */
  readonly content: JsonSchema;
  /** Response headers, in addition to the headers of every response about a wallet. */
  readonly headers: readonly string[];
}

/** Returns the schema of the route of an endpoint. */
export function describeWalletRoute(operation: WalletOperation): FastifySchema {
  const { parameters = [], content, headers, problems = [], ...described } = operation;
  const ofWallet = referToHeaders([...SYNC_HEADERS, 'ETag', ...headers]);
  return {
    ...described,
    tags: ['Wallets'],
    security: [Object.fromEntries(Object.keys(CREDENTIAL_HEADERS).map((name) => [name, []]))],
    parameters: [...parameters, IF_NONE_MATCH, REQUEST_ID],
    responses: {
      200: describeJson('The result.', content, ofWallet),
      304: { description: 'The response that the caller has is current.', headers: ofWallet },
    },
    problems: [...PROBLEMS, ...problems],
  };
}
