/** Describes the routes of an application as operations of an OpenAPI document. */
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';

import type { AnyProblemCode } from '../../domain/problem.ts';
import type { JsonSchema } from '../../domain/shapes.ts';
import { HEADER_BYTES_MAX } from '../limits.ts';
import { describeProblems } from './problems.ts';
import { referToHeaders } from './response-headers.ts';

declare module 'fastify' {
  /**
   * Members of an OpenAPI operation, in addition to those by which Fastify validates and writes (`params`, `querystring`,
   * `headers`, `body`, `response`), of which the document has the operation's parameters, body and responses.
   */
  interface FastifySchema {
    /** True if the document omits the route. */
    readonly hide?: boolean;
    readonly operationId?: string;
    readonly summary?: string;
    readonly description?: string;
    readonly tags?: readonly string[];
    readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
    readonly parameters?: readonly JsonSchema[];
    readonly requestBody?: JsonSchema;
    /** Responses by status, in addition to the errors. */
    readonly responses?: Readonly<Record<string, JsonSchema>>;
    /** Errors, in addition to those of every route. */
    readonly problems?: readonly AnyProblemCode[];
  }
}

/** `paths` of an OpenAPI document. */
export type Paths = Record<string, Record<string, JsonSchema>>;

/** Errors that every route can return. */
const OF_EVERY_ROUTE: readonly AnyProblemCode[] = [
  'malformed_request',
  'method_not_allowed',
  'uri_too_long',
  'headers_too_large',
  'internal',
];

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
};

/** Collects the operations of all routes that are added to the app from now on and have a `schema`. */
export function collectPaths(app: FastifyInstance): Paths {
  const paths: Paths = {};
  app.addHook('onRoute', ({ url, method, schema }) => {
    if (schema === undefined || schema.hide === true || method === 'HEAD') return;
    const path = (paths[url.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    for (const name of [method].flat()) {
      path[name.toLowerCase()] = describeOperation(url, schema);
    }
  });
  return paths;
}

function describeOperation(
  url: RouteOptions['url'],
  { parameters = [], responses, problems = [], ...schema }: FastifySchema,
): JsonSchema {
  const { params, querystring, headers, body, response = {}, ...operation } = schema;
  const { properties: ofPath = {} } = (params ?? {}) as MembersSchema;
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    return { name, in: 'path', required: true, schema: ofPath[name] ?? { type: 'string' } };
  });
  return {
    ...operation,
    parameters: [
      ...inPath,
      ...describeMembers('query', querystring),
      ...describeMembers('header', headers),
      ...parameters,
    ],
    ...(body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      ...describeResponses(response as Readonly<Record<string, JsonSchema>>),
      ...responses,
      ...describeProblems([...problems, ...OF_EVERY_ROUTE]),
    },
  };
}

/** A schema by which Fastify validates a part of a request. Its members are parameters. */
interface MembersSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

function describeMembers(place: 'query' | 'header', schema: unknown) {
  const { properties = {}, required = [] } = (schema ?? {}) as MembersSchema;
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: member,
  }));
}

/** Returns the responses by status, of the schemas by which Fastify writes them. */
function describeResponses(schemas: Readonly<Record<string, JsonSchema>>) {
  return Object.fromEntries(
    Object.entries(schemas).map(([status, schema]) => {
      const { description } = schema as { readonly description?: string };
      return [status, describeJson(description ?? 'The result.', { schema })];
    }),
  );
}

/** Returns a response with JSON. @param headers of this response only. */
export function describeJson(
  description: string,
  content: JsonSchema,
  headers = referToHeaders([]),
): JsonSchema {
  return { description, headers, content: { 'application/json': content } };
}
