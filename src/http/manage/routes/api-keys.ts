/** API keys of a project. */
import { Type } from 'typebox';

import { createApiKey, type Expiry, revokeApiKey } from '../../../manage/api-keys.ts';
import { requireProject } from '../../../manage/projects.ts';
import { refuseFields } from '../body.ts';
import { notFound } from '../explain-error.ts';
import { LIST_PARAMETERS, listByTime, parseInstant } from '../lists.ts';
import type { RouteTable } from '../route.ts';
import { viewApiKey } from '../views.ts';
import { API_KEY, body, ID, NAME, nullable, TIME } from './fields.ts';

const NEW_KEY = body({
  label: Type.Optional(nullable(NAME)),
  expiresAt: Type.Optional(nullable(TIME)),
  walletId: Type.Optional(nullable(ID)),
});

/** Adds the routes of API keys. */
export function addApiKeyRoutes(routes: RouteTable): void {
  routes.add({
    method: 'POST',
    path: '/v0/projects/:id/api-keys',
    operationId: 'createApiKey',
    summary: 'Creates an API key, which is shown once.',
    body: NEW_KEY,
    status: 201,
    response: Type.Intersect([API_KEY, Type.Object({ apiKey: Type.String() })]),
    problems: ['wallet_not_found'],
    run: async ({ params: { id = '' }, body: { label, expiresAt, walletId }, ...request }) => {
      request.requireVisible(id, 'project');
      const expires = readExpiry(expiresAt ?? null, request.context.now());
      return createApiKey(request.context, {
        projectId: id,
        walletId: walletId ?? null,
        label: label?.trim() ?? null,
        expires,
      });
    },
    view: ({ apiKey, ...key }, nowMs) => ({
      ...viewApiKey({ ...key, revokedAtMs: null }, nowMs),
      apiKey,
    }),
  });
  routes.addList({
    path: '/v0/projects/:id/api-keys',
    operationId: 'listApiKeys',
    summary: 'Lists the API keys of a project, without their secrets.',
    query: LIST_PARAMETERS,
    response: API_KEY,
    list: async (request) => {
      const { id: projectId = '' } = request.params;
      const { store, now } = request.context;
      request.requireVisible(projectId, 'project');
      await requireProject(store, projectId);
      return listByTime(request, (range) => store.listApiKeysPage({ ...range, projectId }), {
        atMs: ({ createdAtMs }) => createdAtMs,
        view: (key) => viewApiKey(key, now()),
      });
    },
  });
  routes.add({
    method: 'DELETE',
    path: '/v0/api-keys/:id',
    operationId: 'revokeApiKey',
    summary: 'Revokes an API key immediately and permanently.',
    status: 204,
    run: async ({ params: { id = '' }, context, requireVisible }) => {
      const key = await context.store.findApiKey(id);
      if (key === undefined) throw notFound('API key');
      requireVisible(key.projectId, 'API key');
      await revokeApiKey(context, id);
    },
    view: () => undefined,
  });
}

function readExpiry(text: string | null, nowMs: number): Expiry {
  if (text === null) return 'never';
  const atMs = parseInstant(text);
  if (atMs !== undefined && atMs > nowMs) return { atMs };
  const message =
    atMs === undefined
      ? 'must be an RFC 3339 date-time with Z or an offset, or a date'
      : 'must be in the future';
  return refuseFields([['expiresAt', message]]);
}
