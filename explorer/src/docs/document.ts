/** The part of an OpenAPI 3.1 document that the page shows. */

/** The part of JSON Schema that the service's document uses. */
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
}

/** A response with one status. */
export interface ResponseDescription {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  /** The codes of its problems. */
  readonly 'x-codes'?: readonly string[];
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

/** A request that the service sends. */
export interface WebhookRequest {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}

/** A method of authentication. */
export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly name: string; readonly description: string }
  | { readonly type: 'http'; readonly description: string };

/** An error response of the service. */
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
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookRequest }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, ResponseHeader>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
  readonly 'x-problems': Readonly<Record<string, ProblemDescription>>;
}

/** A request with its path. */
export interface Endpoint extends Operation {
  readonly path: string;
}

/** Returns the requests in the order of the document. */
export function listEndpoints({ paths }: ApiDocument): Endpoint[] {
  return Object.entries(paths).map(([path, { get }]) => Object.assign({ path }, get));
}

/** Returns the name at the end of a reference: `#/components/schemas/Problem` refers to `Problem`. */
export function nameOfReference(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Returns the identifier of a schema's section. It differs from the identifiers of all problems. */
export function anchorOfSchema(name: string): string {
  return `schema-${name}`;
}

/** Returns the identifier of a response header's section. */
export function anchorOfHeader(name: string): string {
  return `header-${name}`;
}

/** Returns the credentials of a request with their names in the document. */
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
