/** The part of an OpenAPI 3.1 document that the page shows. */

/** A JSON Schema, as far as the service's document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A parameter of a request. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly description: string;
  readonly schema: Schema;
}

/** A header of a response. */
export interface ResponseHeader {
  readonly description: string;
  readonly schema: Schema;
}

interface Reference {
  readonly $ref: string;
}

interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** What the service returns with one status. */
export interface ResponseDescription {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** A GET request of a path. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}

/** How a caller proves who it is. */
export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly name: string; readonly description: string }
  | { readonly type: 'http'; readonly description: string };

/** An error of the service. */
export interface ProblemDescription {
  readonly status: number;
  readonly title: string;
  readonly when: string;
  readonly action: string;
  readonly retryAfterSeconds?: number;
}

/** The document of `/openapi.json`. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, ResponseHeader>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
  readonly 'x-problems': Readonly<Record<string, ProblemDescription>>;
}

/** A request with the path that it is sent to. */
export interface Endpoint extends Operation {
  readonly path: string;
}

/** Returns the requests of the document in its order. */
export function listEndpoints({ paths }: ApiDocument): Endpoint[] {
  return Object.entries(paths).map(([path, { get }]) => Object.assign({ path }, get));
}

/** Returns the name at the end of a reference: `#/components/schemas/Problem` refers to `Problem`. */
export function nameOfReference(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Returns the identifier of the section of a schema, which differs from that of every problem. */
export function anchorOfSchema(name: string): string {
  return `schema-${name}`;
}

/** Returns the identifier of the section of a response header. */
export function anchorOfHeader(name: string): string {
  return `header-${name}`;
}

/** Returns the credentials that a request needs, by their names in the document. */
export function listSchemes(
  security: Operation['security'],
  { components }: ApiDocument,
): (readonly [name: string, scheme: SecurityScheme])[] {
  const names = security.flatMap((schemes) => Object.keys(schemes));
  return names.flatMap((name) => {
    const scheme = components.securitySchemes[name];
    return scheme === undefined ? [] : [[name, scheme] as const];
  });
}
