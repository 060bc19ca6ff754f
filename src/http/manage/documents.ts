/** The OpenAPI document of the management API, and a page that shows it. */
import type { FastifyInstance } from 'fastify';

import {
  type AnyProblemCode,
  definitionOf,
  MANAGE_PROBLEMS,
  PROBLEMS,
} from '../../domain/problem.ts';
import type { JsonSchema } from '../openapi/schemas.ts';
import { sendText } from '../plugins/send-text.ts';
import type { DescribedRoute } from './route.ts';

/** The problems of every route. */
const EVERY_ROUTE: readonly AnyProblemCode[] = [
  'invalid_parameter',
  'malformed_request',
  'missing_credentials',
  'invalid_credentials',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal',
  'store_unavailable',
];
const BODY_PROBLEMS: readonly AnyProblemCode[] = ['body_too_large', 'unsupported_media_type'];
const KEYED_PROBLEMS: readonly AnyProblemCode[] = ['idempotency_conflict', 'idempotency_running'];
const CODES = Object.keys({ ...PROBLEMS, ...MANAGE_PROBLEMS }) as AnyProblemCode[];
const POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Adds `/openapi.json` and `/docs`, which need no key. */
export function addDocumentRoutes(
  app: FastifyInstance,
  described: readonly DescribedRoute[],
): void {
  const document = JSON.stringify(describeApi(described));
  const page = writePage(described);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/openapi.json',
    handler: (_request, reply) => {
      sendText(reply.header('cache-control', 'no-cache'), 'application/json', document);
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/docs',
    handler: (_request, reply) => {
      const headers = { 'cache-control': 'no-cache', 'content-security-policy': POLICY };
      sendText(reply.headers(headers), 'text/html; charset=utf-8', page);
    },
  });
}

/** Returns the OpenAPI 3.1 document. */
function describeApi(described: readonly DescribedRoute[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of described) {
    const path = toTemplate(route.path);
    (paths[path] ??= {})[route.method.toLowerCase()] = describeOperation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'wallet-teller management API',
      version: '0.1.0',
      description: 'What an operator does by command line, for programs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ managementKey: [] }],
    paths,
    components: {
      securitySchemes: { managementKey: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: PROBLEM_SCHEMA },
    },
    'x-problems': Object.fromEntries(CODES.map((code) => [code, definitionOf(code)])),
  };
}

const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'A problem (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: CODES },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['parameter', 'code', 'message'],
        properties: {
          parameter: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
};

function describeOperation(route: DescribedRoute): JsonSchema {
  const { operationId, summary, body, status, response, isList } = route;
  const schema = isList
    ? {
        type: 'object',
        required: ['items'],
        properties: { items: { type: 'array', items: response ?? {} } },
      }
    : response;
  const content = schema && { content: { 'application/json': { schema } } };
  return {
    operationId,
    summary,
    parameters: listParameters(route),
    ...(body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    ...(body === undefined &&
      route.bodyBytesMax !== undefined && {
        requestBody: { required: true, content: { 'application/octet-stream': {} } },
      }),
    responses: { [status]: { description: 'The result.', ...content }, ...describeProblems(route) },
  };
}

function listParameters({ path, query = {}, method }: DescribedRoute): readonly JsonSchema[] {
  const ofPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const ofQuery = Object.entries(query).map(([name, { description, schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
  }));
  const keyed = {
    name: 'idempotency-key',
    in: 'header',
    description:
      'Within 24 hours, a repetition of the request with the same key returns the same response.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
  return [...ofPath, ...ofQuery, ...(method === 'POST' ? [keyed] : [])];
}

function problemsOf(route: DescribedRoute): readonly AnyProblemCode[] {
  return [
    ...EVERY_ROUTE,
    ...(route.body === undefined ? [] : BODY_PROBLEMS),
    ...(route.method === 'POST' ? KEYED_PROBLEMS : []),
    ...(route.problems ?? []),
  ];
}

function describeProblems(route: DescribedRoute): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(problemsOf(route), (code) => definitionOf(code).status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${definitionOf(code).when}`).join('\n\n'),
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  );
}

function toTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Returns the page: the operations and the problems, each with an anchor. It needs no script. */
function writePage(described: readonly DescribedRoute[]): string {
  const operations = described.map(
    (route) => `<h2 id="${route.operationId}">${route.method} ${escape(toTemplate(route.path))}</h2>
<p>${escape(route.summary)}</p>
<pre>${escape(JSON.stringify(describeOperation(route), undefined, 2))}</pre>`,
  );
  const errors = CODES.map((code) => {
    const { status, title, when, action } = definitionOf(code);
    return `<h2 id="${code}">${code}</h2>
<p>${status}: ${escape(title)}. ${escape(when)} ${escape(action)}</p>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>wallet-teller management API</title></head>
<body><h1>wallet-teller management API</h1>
<p>Send <code>authorization: Bearer KEY</code>. The document for programs is <a href="/openapi.json">/openapi.json</a>.</p>
${operations.join('\n')}
<h1>Errors</h1>
${errors.join('\n')}
</body></html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
