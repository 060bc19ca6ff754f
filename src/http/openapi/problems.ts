/** Error responses in an OpenAPI document, from the table of problems. */
import { type Static, Type } from 'typebox';

import { type AnyProblemCode, definitionOf } from '../../domain/problem.ts';
import { PARAMETER_ERRORS_MAX } from '../../domain/query.ts';
import { type JsonSchema, object, words } from '../../domain/shapes.ts';
import { referTo, referToHeaders, SYNC_HEADERS } from './response-headers.ts';

const ParameterError = object('ParameterError', 'The error of one parameter.', {
  parameter: Type.String({
    description: 'The name of the parameter, or its beginning if it is long.',
  }),
  code: words(
    ['invalid_parameter', 'unknown_parameter', 'repeated_parameter'],
    'The error of this parameter, for programs.',
  ),
  message: Type.String({ description: 'Which values are accepted, for people.' }),
});

/** Returns the schema of a problem. @param codes that the service or the management API returns. */
export function describeProblem(codes: readonly AnyProblemCode[]) {
  return object('Problem', 'A problem (RFC 9457).', {
    type: Type.String({
      format: 'uri-reference',
      description: 'Address of the section about the error in the reference.',
    }),
    title: Type.String({ description: 'The error in a few words, the same for each `code`.' }),
    status: Type.Integer({
      format: 'int32',
      minimum: 400,
      maximum: 599,
      description: 'The HTTP status.',
    }),
    detail: Type.String({ description: 'What happened, for people.' }),
    code: words(codes, 'The code of the error, for programs.'),
    requestId: Type.String({
      pattern: '^[A-Za-z0-9._~:-]+$',
      maxLength: 128,
      description: 'Names the request in the log of the service.',
    }),
    errors: Type.Optional(
      Type.Array(ParameterError, {
        description: 'The invalid parameters. `detail` has the number of further ones.',
        maxItems: PARAMETER_ERRORS_MAX,
      }),
    ),
  });
}

/** The body of a problem. */
export type Problem = Static<ReturnType<typeof describeProblem>>;

/** Problems with the headers about the synchronisation of a wallet. */
const OF_A_WALLET: ReadonlySet<AnyProblemCode> = new Set<AnyProblemCode>([
  'balance_not_available',
  'wallet_not_synced',
  'wallet_stopped',
]);

/** The headers of all problems of a status. */
const HEADERS_OF_STATUS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
};

function isRetried(code: AnyProblemCode): boolean {
  return definitionOf(code).retryAfterSeconds !== undefined;
}

/** Returns one response for each status of the problems. */
export function describeProblems(codes: readonly AnyProblemCode[]): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(codes, (code) => definitionOf(code).status);
  const responses = [...byStatus].map(([status, own]) => [
    status,
    {
      description: own.map((code) => `\`${code}\`: ${definitionOf(code).when}`).join('\n\n'),
      headers: referToHeaders([
        ...(HEADERS_OF_STATUS[status] ?? []),
        ...(own.some(isRetried) ? ['Retry-After'] : []),
        ...(own.some((code) => OF_A_WALLET.has(code)) ? SYNC_HEADERS : []),
      ]),
      content: { 'application/problem+json': { schema: referTo('schemas', 'Problem') } },
      'x-codes': own,
    },
  ]);
  return Object.fromEntries(responses) as Record<string, JsonSchema>;
}
