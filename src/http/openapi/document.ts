/** Composes an OpenAPI 3.1 document of the operations of an application. */
import { type AnyProblemCode, definitionOf } from '../../domain/problem.ts';
import type { JsonSchema } from '../../domain/shapes.ts';
import type { Paths } from './operations.ts';
import { describeProblem } from './problems.ts';
import { RESPONSE_HEADERS, referTo } from './response-headers.ts';

/** What an API is, in addition to its routes. */
export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  readonly tags?: readonly JsonSchema[];
  readonly webhooks?: JsonSchema;
  readonly securitySchemes: JsonSchema;
  /** The headers whose meaning differs from {@link RESPONSE_HEADERS}. */
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  /** The errors that it returns. */
  readonly codes: readonly AnyProblemCode[];
  /** Errors that only the reference describes. */
  readonly furtherCodes?: readonly AnyProblemCode[];
}

/** An OpenAPI 3.1 document. */
export interface ApiDocument extends JsonSchema {
  readonly info: JsonSchema & { readonly title: string };
  readonly paths: Paths;
}

/** Returns the document. A schema with an `$id` is a component, to which all of its uses refer. */
export function composeDocument(paths: Paths, api: ApiDescription): ApiDocument {
  const {
    title,
    description,
    tags,
    webhooks,
    codes,
    furtherCodes = [],
    securitySchemes,
    headers,
  } = api;
  const schemas: Record<string, unknown> = {};
  const described = moveComponents({ tags, paths, webhooks }, schemas) as {
    readonly paths: Paths;
  };
  moveComponents(describeProblem(codes), schemas);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '0.1.0',
      description,
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
    ...described,
    components: {
      schemas,
      headers: { ...RESPONSE_HEADERS, ...headers },
      securitySchemes,
    },
    // Every code, including codes without a path; `type` of a problem is its section in `/docs`.
    'x-problems': Object.fromEntries(
      [...codes, ...furtherCodes].map((code) => [code, definitionOf(code)]),
    ),
  };
}

/** Returns a copy, in which a reference replaces each schema with an `$id`. These are added to `schemas`. */
function moveComponents(node: unknown, schemas: Record<string, unknown>): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((each) => moveComponents(each, schemas));
  const { $id, ...members } = node as { readonly $id?: string };
  const copy = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, moveComponents(value, schemas)]),
  );
  if ($id === undefined) return copy;
  schemas[$id] = copy;
  return referTo('schemas', $id);
}
