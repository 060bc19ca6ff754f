/** The operations of the OpenAPI document. */
import { type ProblemCode, PROBLEMS, type ProblemDefinition } from '../../domain/problem.ts';
import { HEADER_BYTES_MAX } from '../limits.ts';
import { problemExample } from './examples.ts';
import { problemHeaders, referToHeaders } from './response-headers.ts';
import { type JsonSchema, referTo } from './schemas.ts';

/** `tags` of the OpenAPI document, which group its operations. */
export const TAGS = {
  wallets: { name: 'Wallets', description: 'The balances of a wallet, and its transactions.' },
  operation: { name: 'Operation', description: 'The state and the description of the service.' },
  webhooks: {
    name: 'Webhooks',
    description:
      'Requests that the service sends to the webhooks of a project, which its operator adds.',
  },
} as const;

/** A GET request of a path. */
export interface Operation {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Names of security schemes that are needed together. */
  readonly security: readonly string[];
  readonly parameters?: readonly JsonSchema[];
  /** Responses that are not problems, by status. */
  readonly responses: Readonly<Record<string, JsonSchema>>;
  /** In addition to the problems of every path. */
  readonly problems: readonly ProblemCode[];
  /** The details of examples of problems that differ from other paths. */
  readonly details?: Details;
}

type Details = Readonly<Partial<Record<ProblemCode, string>>>;

/** The description of every 304. */
export const NOT_MODIFIED = 'The response that the caller has is current.';

/** The parameter that leads to a 304. */
export const IF_NONE_MATCH: JsonSchema = {
  name: 'if-none-match',
  in: 'header',
  description: 'Entity tags of the responses that the caller has.',
  schema: {
    type: 'string',
    pattern: '^(\\*|(W/)?"[^"]*"( *, *(W/)?"[^"]*")*)$',
    maxLength: HEADER_BYTES_MAX,
  },
  example: '"KSgdfqRadIID8aN3QkuJUwPHBFH"',
};

/** The problems of every path. */
const EVERY_PATH: readonly ProblemCode[] = [
  'malformed_request',
  'method_not_allowed',
  'uri_too_long',
  'headers_too_large',
  'internal',
];

/** Returns the path item of an operation. */
export function describePath(operation: Operation): JsonSchema {
  const { operationId, tag, summary, description, security, parameters, responses } = operation;
  return {
    get: {
      operationId,
      tags: [tag],
      summary,
      description,
      security:
        security.length === 0 ? [] : [Object.fromEntries(security.map((name) => [name, []]))],
      ...(parameters !== undefined && { parameters }),
      responses: {
        ...responses,
        ...describeProblems([...operation.problems, ...EVERY_PATH], operation.details),
      },
    },
  };
}

/** Returns a response with status 200. @param headers of this response only. */
export function describeSuccess(
  description: string,
  contentType: string,
  content: JsonSchema,
  headers = referToHeaders([]),
): JsonSchema {
  return { description, headers, content: { [contentType]: content } };
}

/** Returns one response for each status; its examples are the problems with that status. */
function describeProblems(
  codes: readonly ProblemCode[],
  details: Details = {},
): Record<string, JsonSchema> {
  const responses: Record<string, JsonSchema> = {};
  const statuses = new Set(codes.map((code) => PROBLEMS[code].status));
  for (const status of [...statuses].sort((left, right) => left - right)) {
    const own = codes.filter((code) => PROBLEMS[code].status === status);
    responses[status] = {
      description: own.map((code) => `\`${code}\`: ${definitionOf(code).when}`).join('\n\n'),
      headers: problemHeaders(status),
      content: {
        'application/problem+json': {
          schema: referTo('schemas', 'Problem'),
          examples: Object.fromEntries(
            own.map((code) => [code, { value: problemExample(code, details[code]) }]),
          ),
        },
      },
    };
  }
  return responses;
}

function definitionOf(code: ProblemCode): ProblemDefinition {
  return PROBLEMS[code];
}
