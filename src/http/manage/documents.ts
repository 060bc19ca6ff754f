/** The OpenAPI document of the management API, and a page that shows it. */
import { hash } from 'node:crypto';

import type { FastifyInstance, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';

import {
  type AnyProblemCode,
  definitionOf,
  MANAGE_PROBLEMS,
  PROBLEMS,
} from '../../domain/problem.ts';
import { FILE_MEDIA_TYPES } from '../../domain/import-options.ts';
import type { QueryParameter } from '../../domain/query.ts';
import type { JsonSchema } from '../../domain/shapes.ts';
import type { ApiDescription, ApiDocument } from '../openapi/document.ts';
import { describeJson } from '../openapi/operations.ts';
import { NEXT_PAGE, referToHeaders, text, word } from '../openapi/response-headers.ts';
import { sendText } from '../plugins/send-text.ts';
import type { BodyCheck, FieldChecks } from './body.ts';

/** Query parameters of a route, by name. */
export type QueryTable<Query> = Readonly<Record<string, QueryParameter<Query>>>;

/** The parts of every route. */
export interface RouteBase<Body extends TSchema, Query> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters such as `:id`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly body?: Body;
  /** What the schema of the body cannot express. */
  readonly checks?: FieldChecks;
  readonly checkBody?: BodyCheck;
  readonly query?: QueryTable<Query>;
  /** The schema of the response's body; of an item, for a list. */
  readonly response?: TSchema;
  /** In addition to the problems of every route. */
  readonly problems?: readonly AnyProblemCode[];
  /** Maximum bytes of the body. */
  readonly bodyBytesMax?: number;
  /** True if the key has to be for the whole installation. */
  readonly ofInstallation?: true;
}

/** A route of either kind. */
export type DescribedRoute = RouteBase<TSchema, unknown> & {
  readonly status: number;
  readonly isList: boolean;
};

/** The problems of every route that needs a key. */
const EVERY_ROUTE: readonly AnyProblemCode[] = [
  'invalid_parameter',
  'missing_credentials',
  'invalid_credentials',
  'not_found',
  'rate_limited',
  'overloaded',
  'store_unavailable',
];
const OF_INSTALLATION =
  'Needs a management key of the whole installation; with a key of one project, the response is 404 `not_found`.';
const BODY_PROBLEMS: readonly AnyProblemCode[] = ['body_too_large', 'unsupported_media_type'];
const KEYED_PROBLEMS: readonly AnyProblemCode[] = ['idempotency_conflict', 'idempotency_running'];
const CODES = Object.keys({ ...PROBLEMS, ...MANAGE_PROBLEMS }) as AnyProblemCode[];
const PROBLEM_STATUS_MIN = 400;
/** A long line scrolls in its block and a long path wraps, so the page fits a narrow window. */
const STYLE = 'body { overflow-wrap: anywhere } pre { overflow-x: auto }';
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** The description of the management API. */
export const MANAGE_API: ApiDescription = {
  title: 'wallet-teller management API',
  description: 'What an operator does by command line, for programs.',
  securitySchemes: {
    managementKey: { type: 'http', scheme: 'bearer', description: '`teller manage-key create`.' },
  },
  headers: {
    Link: text(
      `${NEXT_PAGE} If the time of a transaction changes while a program follows the links of a project's ` +
        'transactions, the transaction can be missed or returned twice.',
    ),
    'Idempotent-Replayed': word(
      'Present if the response is the stored one of an earlier request with the same `idempotency-key`.',
      ['true'],
    ),
  },
  codes: CODES,
};

const IDEMPOTENCY_KEY: JsonSchema = {
  name: 'idempotency-key',
  in: 'header',
  description:
    'Within 24 hours, a repetition of the request with the same key returns the same response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Returns the OpenAPI operation of a route. */
export function describeRoute(route: DescribedRoute): FastifySchema {
  const { operationId, summary, method, query = {}, body, status } = route;
  const { bodyBytesMax, ofInstallation } = route;
  const isKeyed = method === 'POST';
  const hasBody = body !== undefined || bodyBytesMax !== undefined;
  const content =
    body === undefined
      ? Object.fromEntries(FILE_MEDIA_TYPES.map((type) => [type, {}]))
      : { 'application/json': { schema: body } };
  return {
    operationId,
    summary,
    ...(ofInstallation === true && { description: OF_INSTALLATION }),
    security: [{ managementKey: [] }],
    parameters: [
      ...Object.entries(query).map(([name, { description, schema }]) => ({
        name,
        in: 'query',
        description,
        schema,
      })),
      ...(isKeyed ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(hasBody && { requestBody: { required: true, content } }),
    responses: { [status]: describeResult(route) },
    problems: [
      ...EVERY_ROUTE,
      ...(hasBody ? BODY_PROBLEMS : []),
      ...(isKeyed ? KEYED_PROBLEMS : []),
      ...(route.problems ?? []),
    ],
  };
}

function describeResult({ response, isList, method }: DescribedRoute): JsonSchema {
  const headers = referToHeaders(method === 'POST' ? ['Idempotent-Replayed'] : []);
  if (response === undefined) return { description: 'Done.', headers };
  if (!isList) return describeJson('The result.', { schema: response }, headers);
  const properties = { items: { type: 'array', items: response } };
  const schema = { type: 'object', required: ['items'], properties };
  return describeJson('A page of the list.', { schema }, referToHeaders(['Link']));
}

/** Adds `/docs`, which needs no key and no script. */
export function addReferencePage(app: FastifyInstance): void {
  let page = '';
  app.addHook('onReady', (done) => {
    page = writePage(app.describeApi());
    done();
  });
  app.get('/docs', (_request, reply) => {
    const headers = { 'cache-control': 'no-cache', 'content-security-policy': POLICY };
    return sendText(reply.headers(headers), 'text/html; charset=utf-8', page);
  });
}

/** Returns the page: the operations and the problems, each with an anchor. */
function writePage({ paths }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        operation,
      ]) => `<h2 id="${String(operation['operationId'])}">${method.toUpperCase()} ${path}</h2>
<p>${escape(String(operation['summary']))}</p>
<pre>${escape(JSON.stringify(operation, omitProblems, 2))}</pre>`,
    ),
  );
  const errors = CODES.map((code) => {
    const { status, title, when, action } = definitionOf(code);
    return `<h2 id="${code}">${code}</h2>
<p>${status}: ${escape(title)}. ${escape(when)} ${escape(action)}</p>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>wallet-teller management API</title><style>${STYLE}</style></head>
<body><h1>wallet-teller management API</h1>
<p>Send <code>authorization: Bearer KEY</code>. The document for programs is <a href="./openapi.json">/openapi.json</a>. <a href="./">All wallets</a> are shown by a page.</p>
${operations.join('\n')}
<h1>Errors</h1>
${errors.join('\n')}
</body></html>
`;
}

/** Omits the responses that are problems: the page describes each problem once. */
function omitProblems(name: string, value: unknown): unknown {
  return Number(name) >= PROBLEM_STATUS_MIN ? undefined : value;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
