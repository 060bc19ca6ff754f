/** The documents of the management API: its OpenAPI document, and the reference. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { NOW_MS } from '../http/service-harness.ts';
import { callApp, createManageKey, startManageApp } from './manage-app.ts';
import { openManageContext } from './manage-context.ts';

let opened: Awaited<ReturnType<typeof openManageContext>>;
let app: FastifyInstance;
let key = '';
/** The OpenAPI document. */
let document: Awaited<ReturnType<typeof callApp>>['body'];

beforeAll(async () => {
  opened = await openManageContext();
  ({ app } = await startManageApp(opened.store, { now: () => NOW_MS, rateLimitPerSecond: 1000 }));
  key = await createManageKey(opened.store, { expiresAtMs: null, projectId: null });
  document = (await callApp(app, key, 'GET /openapi.json')).body;
});
afterAll(async () => {
  await app.close();
  await opened.close();
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

it('refer to no header of a wallet that the API does not send', () => {
  expect(JSON.stringify(document.paths)).not.toMatch(/x-svc-(?:history|last-sync|sync)/);
});

it('have sections for problems, which callers without a key can read', async () => {
  const problem = await callApp(app, key, 'GET /v0/none');
  expect(problem.body).toMatchObject({ code: 'not_found', status: 404 });
  const { body } = await app.inject({ method: 'GET', url: '/docs' });
  for (const code of ['not_found', 'credentials_too_powerful']) {
    expect(body).toContain(`id="${code}"`);
  }
});
