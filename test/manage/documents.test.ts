/** The documents of the management API: its OpenAPI document, and the reference. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { expectHeadersOfProblems } from '../http/described-problems.ts';
import { useManageApp } from './manage-app.ts';

const opened = useManageApp({}, [beforeAll, afterAll]);
/** The OpenAPI document. */
let document: Awaited<ReturnType<typeof opened.call>>['body'];
beforeAll(async () => {
  document = (await opened.call('GET /openapi.json')).body;
});

it('contain every route', () => {
  const routes = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(routes.filter((route) => route.includes(' /v0/'))).toHaveLength(32);
});

it('say what a route returns: a record, a page of a list, or nothing', () => {
  const wallets = document.paths['/v0/projects/{id}/wallets'];
  const created = wallets.post.responses['201'].content['application/json'];
  expect(created.schema).toEqual({ $ref: '#/components/schemas/AddedWallet' });
  const { content, headers } = wallets.get.responses['200'];
  expect(content['application/json'].schema.properties.items).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Wallet' },
  });
  expect(headers).toHaveProperty('Link');
  const removed = document.paths['/v0/webhooks/{id}'].delete.responses['204'];
  expect(removed.description).toBe('Done.');
  expect(removed).not.toHaveProperty('content');
});

it('promise of no list that following its links returns every transaction exactly once', () => {
  const { description } = document.components.headers.Link;
  expect(description).toContain('missing on the last page');
  expect(description).not.toContain('exactly once');
  expect(description).toContain('can be missed or returned twice');
});

it('refer to no header of a wallet that the API does not send', () => {
  expect(JSON.stringify(document.paths)).not.toMatch(/x-svc-(?:history|last-sync|sync)/);
});

it('have sections for problems, which callers without a key can read', async () => {
  const problem = await opened.call('GET /v0/none');
  expect(problem.body).toMatchObject({ code: 'not_found', status: 404 });
  const { body } = await opened.app.inject({ method: 'GET', url: '/docs' });
  for (const code of ['not_found', 'credentials_too_powerful']) {
    expect(body).toContain(`id="${code}"`);
  }
});

it.each([
  ['missing_credentials', /authorization: Bearer KEY/],
  ['invalid_credentials', /teller manage-key create/],
  ['wallet_not_found', /Check the identifier of the wallet/],
  ['method_not_allowed', /a method that `allow` lists/],
  ['unsupported_media_type', /text\/csv/],
  ['rate_limited', /^429: Too many requests\. The key has used/],
])('say what %s means for a request with a management key', async (code, advice) => {
  const { body } = await opened.app.inject({ method: 'GET', url: '/docs' });
  const section = body.split(`<h2 id="${code}">${code}</h2>\n<p>`)[1]!.split('</p>', 1)[0];
  expect(section).toMatch(advice);
});

it('titles a wrong management key as a key, not as an API key', async () => {
  const headers = { authorization: `Bearer ${opened.key}x` };
  const answer = await opened.app.inject({ method: 'GET', url: '/v0/organizations', headers });
  expect(answer.json()).toMatchObject({
    code: 'invalid_credentials',
    title: 'The key is not valid',
  });
});

it('describe headers of problems only for the responses that have them', () => {
  expectHeadersOfProblems(document);
});

it('describe the header of a repeated response, which it has', async () => {
  const create = () =>
    opened.call('POST /v0/organizations', { name: 'o' }, { 'idempotency-key': 'documented' });
  const [first, repeated] = [await create(), await create()];
  const name = 'idempotent-replayed';
  expect([first.headers[name], repeated.headers[name]]).toEqual([undefined, 'true']);
  for (const item of Object.values<Record<string, { responses: object }>>(document.paths)) {
    for (const [method, { responses }] of Object.entries(item)) {
      for (const [status, { headers }] of Object.entries<{ headers: object }>(responses as never)) {
        const isRepeated = method === 'post' && Number(status) < 300;
        expect('Idempotent-Replayed' in headers).toBe(isRepeated);
      }
    }
  }
  expect(document.components.headers['Idempotent-Replayed'].schema.enum).toEqual(['true']);
});
