/** API keys of a project. */
import { Type } from 'typebox';

import { parseInstantCeiling, TIMESTAMP_MS_MAX } from '../../../domain/instant.ts';
import { object } from '../../../domain/shapes.ts';
import { createApiKey, type Expiry, revokeApiKey } from '../../../manage/api-keys.ts';
import { refuseFields } from '../body.ts';
import { checkInstant, LIST_PARAMETERS, listByTime } from '../lists.ts';
import type { RouteTable } from '../route.ts';
import { viewApiKey } from '../../../manage/views.ts';
import { API_KEY, body, ID, NAME, nullable, TIME } from './fields.ts';
import { findProjectId } from './find-project.ts';

const NEW_KEY = body('NewApiKey', {
  label: Type.Optional(nullable(NAME)),
  expiresAt: Type.Optional(nullable(TIME)),
  walletId: Type.Optional(nullable(ID)),
});

const CREATED_KEY = object('CreatedApiKey', 'An API key with its secret, which is shown once.', {
  ...API_KEY.properties,
  apiKey: Type.String(),
});

/** Adds the routes of API keys. */
export function addApiKeyRoutes(routes: RouteTable): void {
  routes.add({
    method: 'POST',
    path: '/v0/projects/:id/api-keys',
    operationId: 'createApiKey',
    summary: 'Creates an API key, which is shown once.',
    body: NEW_KEY,
    checks: { expiresAt: checkInstant },
    status: 201,
    response: CREATED_KEY,
    problems: ['wallet_not_found'],
    run: async ({ params: { id = '' }, body: { label, expiresAt, walletId }, ...request }) => {
      request.requireVisible(id, 'project');
      const expires = readExpiry(expiresAt ?? '', request.context.now());
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
      const projectId = await findProjectId(request);
      const { store, now } = request.context;
      return listByTime(request, (range) => store.listApiKeys({ ...range, projectId }), {
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
      const { projectId } = await context.store.readApiKey(id);
      requireVisible(projectId, 'API key');
      await revokeApiKey(context, id);
    },
    view: () => undefined,
  });
}

/** A repeated request returns its first response after the key expired, so the time is compared here. */
function readExpiry(text: string, nowMs: number): Expiry {
  const atMs = parseInstantCeiling(text);
  if (atMs === undefined) return 'never';
  if (atMs <= nowMs) refuseFields([['expiresAt', 'must be in the future']]);
  if (atMs > TIMESTAMP_MS_MAX) refuseFields([['expiresAt', 'must be before the year 10000']]);
  return { atMs };
}
