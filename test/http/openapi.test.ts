import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PROBLEMS, CONNECT_CODES, CONNECT_PROBLEMS } from '../../src/domain/problem.ts';
import { LISTING_PARAMETERS } from '../../src/domain/query.ts';
import { TRANSACTION_FIELDS } from '../../src/domain/transaction.ts';
import { closeObjects } from './closed-schema.ts';
import { expectHeadersOfProblems } from './described-problems.ts';
import { BALANCE, LISTING, SAMPLE_BALANCES, sampleTransactions } from './samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from './service-harness.ts';
import { createTenant, headersOf, type Tenant } from './tenants.ts';

interface MediaType {
  schema: object;
  example?: unknown;
}
interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; schema: object }[];
  responses: Record<string, { headers?: object; content?: Record<string, MediaType> }>;
}
interface OpenApi {
  openapi: string;
  info: { description: string; version: string };
  'x-problems': object;
  paths: Record<string, { get: Operation }>;
  components: {
    schemas: Record<string, object>;
    headers: Record<string, { description: string }>;
    securitySchemes: Record<string, { type: string; in?: string; name?: string }>;
  };
}

let service: ServiceHarness;
let tenant: Tenant;
let document: OpenApi;
let ajv: Ajv2020;

beforeAll(async () => {
  service = await startService({ rateLimitPerSecond: 1000 });
  tenant = await createTenant(service.store, MASTER_KEY, {
    transactions: sampleTransactions(50),
    balances: SAMPLE_BALANCES,
    syncedAtMs: NOW_MS,
  });
  const { status, body } = await service.send({ path: '/openapi.json' });
  if (status !== 200) throw new Error(`/openapi.json answered ${status}`);
  document = JSON.parse(body) as OpenApi;
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(closeObjects(document) as object, 'api');
});
afterAll(() => service.stop());

function* listReferences(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    if (name === '$ref' && typeof value === 'string') yield value;
    else yield* listReferences(value);
  }
}

/** Returns the component of a reference. */
function resolve(reference: string): unknown {
  const keys = reference.slice(2).split('/');
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
}

/** Fails if the body differs from the description of the path and status. */
function expectDescribed(path: string, status: number, type: string, body: string): void {
  const escaped = path.replaceAll('/', '~1');
  const pointer = `api#/paths/${escaped}/get/responses/${status}/content/${type.replace('/', '~1')}/schema`;
  const validate = ajv.getSchema(pointer);
  expect([pointer, validate === undefined]).toEqual([pointer, false]);
  const valid = validate!(JSON.parse(body));
  expect([valid, validate!.errors]).toEqual([true, null]);
}

/** Headers that HTTP itself defines for every response, or that OpenAPI describes elsewhere. */
const OF_HTTP = new Set([
  'cache-control',
  'vary',
  'x-content-type-options',
  'content-type',
  'content-length',
  'date',
  'connection',
  'keep-alive',
]);

/** Fails if the document does not contain a header of a response, or does not allow its value. */
function expectDescribedHeaders(path: string, status: number, received: IncomingHttpHeaders): void {
  const described = document.paths[path]!.get.responses[status]!.headers ?? {};
  const names = new Map(Object.keys(described).map((name) => [name.toLowerCase(), name]));
  for (const [name, value] of Object.entries(received)) {
    if (OF_HTTP.has(name)) continue;
    expect([path, status, name, names.has(name)]).toEqual([path, status, name, true]);
    const pointer = `api#/components/headers/${names.get(name)}/schema`;
    const isNumber = name === 'retry-after';
    const isValid = ajv.getSchema(pointer)!(isNumber ? Number(value) : value);
    expect([name, value, isValid]).toEqual([name, value, true]);
  }
}

describe('the OpenAPI document', () => {
  it('has version 3.1, and every reference in it resolves', () => {
    expect(document.openapi).toBe('3.1.0');
    const references = [...listReferences(document)];
    expect(references.length).toBeGreaterThan(30);
    for (const reference of references) {
      expect([reference, typeof resolve(reference)]).toEqual([reference, 'object']);
    }
    const ids = Object.values(document.paths).map((path) => path.get.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes every parameter, field and credential of the service', () => {
    const { parameters, security } = document.paths[LISTING]!.get;
    const queries = parameters!.filter((parameter) => parameter.in === 'query');
    expect(queries).toMatchObject(
      Object.entries(LISTING_PARAMETERS).map(([name, { schema }]) => ({ name, schema })),
    );
    const transaction = document.components.schemas['Transaction'] as { properties: object };
    expect(Object.keys(transaction.properties)).toEqual(TRANSACTION_FIELDS);
    const schemes = Object.keys(security[0]!).map(
      (name) => document.components.securitySchemes[name]!,
    );
    expect(schemes.map(({ type, in: place, name }) => [type, place, name])).toEqual(
      Object.keys(headersOf(tenant)).map((name) => ['apiKey', 'header', name]),
    );
  });

  it('describes parameters so that generated clients have a type for each and can send them together', () => {
    for (const { parameters = [] } of Object.values(document.paths).map(({ get }) => get)) {
      for (const { name, schema } of parameters) {
        expect(schema).toMatchObject({ type: expect.stringMatching(/^(?:string|integer)$/) });
        expect([name, 'anyOf' in schema || 'oneOf' in schema]).toEqual([name, false]);
      }
    }
    // Some generated clients send defaults, and `page` must be missing with a cursor.
    const parameters = document.paths[LISTING]!.get.parameters!;
    const defaults = parameters.filter(({ schema }) => 'default' in schema);
    expect(defaults.map(({ name }) => name)).toEqual(['limit']);
  });

  it('names a type with every digit for amounts in Go', () => {
    const { schemas } = document.components;
    const amounts = ['Transaction', 'PartialTransaction', 'AssetBalance'].map(
      (name) => (schemas[name] as { properties: { amount: object } }).properties.amount,
    );
    for (const amount of amounts) expect(amount).toMatchObject({ 'x-go-type': 'json.Number' });
  });

  it.each(['package.json', 'client/package.json'])('has the version of %s', (path) => {
    const manifest = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    expect(document.info.version).toBe((JSON.parse(manifest) as { version: string }).version);
  });

  it('says which headers a 304 may omit', () => {
    const { headers } = document.components;
    const omitted = Object.keys(headers).filter((name) =>
      headers[name]!.description.includes('304 may omit'),
    );
    expect(omitted).toEqual(['x-svc-unknown-networks', 'x-svc-unverified-withdrawable', 'Link']);
  });

  it('lists every problem, and names the page that describes it', () => {
    expect(document['x-problems']).toMatchObject({ ...PROBLEMS, ...CONNECT_PROBLEMS });
    const all = Object.keys({ ...PROBLEMS, ...CONNECT_PROBLEMS });
    expect(Object.keys(document['x-problems'])).toHaveLength(all.length + CONNECT_CODES.length);
    expect(document.info.description).toContain('`/docs`');
  });

  it('describes headers of problems only for the responses that have them', () => {
    expectHeadersOfProblems(document);
  });

  it('has examples that match their schemas', () => {
    for (const { get } of Object.values(document.paths)) {
      for (const { content = {} } of Object.values(get.responses)) {
        for (const { schema, example } of Object.values(content)) {
          if (example === undefined) continue;
          const validate = ajv.compile({
            ...schema,
            components: document.components,
          });
          expect([example, validate(example)]).toEqual([example, true]);
        }
      }
    }
  });

  it('is sent again only after a change', async () => {
    const first = await service.send({ path: '/openapi.json' });
    expect(first.headers['cache-control']).toBe('no-cache');
    const headers = { 'if-none-match': first.headers.etag! };
    const second = await service.send({ path: '/openapi.json', headers });
    expect([second.status, second.body]).toEqual([304, '']);
  });

  it('describes the responses of the service', async () => {
    const unsynced = await createTenant(service.store, MASTER_KEY, { syncedAtMs: null });
    const importsOnly = await createTenant(service.store, MASTER_KEY, { importsOnly: true });
    const credentials = headersOf(tenant);
    const cases: [string, string, Record<string, string>, number][] = [
      [LISTING, '?limit=50', credentials, 200],
      [LISTING, '?fields=id', credentials, 200],
      [LISTING, '?limit=10', credentials, 200],
      [LISTING, '?limit=x&y=1', credentials, 400],
      [LISTING, '', {}, 401],
      [LISTING, '', { ...credentials, 'x-svc-org-id': 'org_x' }, 403],
      [LISTING, '', { ...credentials, 'x-svc-wallet-id': 'wallet_x' }, 404],
      [BALANCE, '', credentials, 200],
      [LISTING, '', headersOf(unsynced), 503],
      [BALANCE, '', headersOf(unsynced), 503],
      [BALANCE, '', headersOf(importsOnly), 404],
      ['/livez', '', {}, 200],
      ['/readyz', '', {}, 200],
      ['/metrics', '', {}, 401],
      ['/openapi.json', '', {}, 200],
    ];
    for (const [path, query, headers, expected] of cases) {
      const {
        status,
        headers: received,
        body,
      } = await service.send({ path: path + query, headers });
      expect(status).toBe(expected);
      expectDescribed(path, status, received['content-type']!, body);
      expectDescribedHeaders(path, status, received);
    }
    for (const path of [LISTING, '/livez']) {
      const { status, headers, body } = await service.send({ path, method: 'DELETE' });
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expectDescribed(path, status, headers['content-type']!, body);
      expectDescribedHeaders(path, status, headers);
    }
    const requested = new Set(cases.map(([path]) => path));
    expect(Object.keys(document.paths).filter((path) => !requested.has(path))).toEqual([]);
  });
});
