import { expect } from 'vitest';

import { type AnyProblemCode, definitionOf } from '../../src/domain/problem.ts';

/** The part of an OpenAPI document with its responses. */
interface DocumentWithResponses {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
interface DescribedResponse {
  readonly headers?: object;
  readonly 'x-codes'?: readonly AnyProblemCode[];
}

/** Fails unless each problem of a document has exactly the headers that its response has. */
export function expectHeadersOfProblems({ paths }: DocumentWithResponses): void {
  const found = new Set<string>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { responses } = operation as { readonly responses: Record<string, DescribedResponse> };
      for (const [status, { headers = {}, 'x-codes': codes }] of Object.entries(responses)) {
        if (codes === undefined) continue;
        const isRetried = codes.some((code) => definitionOf(code).retryAfterSeconds !== undefined);
        const expected = {
          'Retry-After': isRetried,
          'WWW-Authenticate': status === '401',
          Allow: status === '405',
        };
        const described = Object.fromEntries(
          Object.keys(expected).map((name) => [name, name in headers]),
        );
        expect([method, path, status, described]).toEqual([method, path, status, expected]);
        found.add(status);
      }
    }
  }
  for (const status of ['401', '404', '405', '503']) expect(found).toContain(status);
}
