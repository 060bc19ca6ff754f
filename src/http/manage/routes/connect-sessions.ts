/** Connect sessions of a project. */
import { formatInstant } from '../../../domain/instant.ts';
import { Type } from 'typebox';

import { object } from '../../../domain/shapes.ts';
import {
  createConnectSession,
  readReturnUrl,
  requireCanceled,
} from '../../../manage/connect-sessions.ts';
import { requireExchangeProfile } from '../../../manage/exchanges.ts';
import { acceptedBy, type BodyCheck } from '../body.ts';
import { LIST_PARAMETERS, listByTime } from '../lists.ts';
import type { PathRequest, RouteTable } from '../route.ts';
import { viewConnectSession } from '../../../manage/views.ts';
import { body, CONNECT_SESSION, ID, INSTANT, NAME, nullable } from './fields.ts';
import { findProjectId } from './find-project.ts';

const LIFETIME_SECONDS_DEFAULT = 1800;
const LIFETIME_SECONDS_MAX = 86_400;

const NEW_SESSION = body('NewConnectSession', {
  exchange: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64 }))),
  externalId: Type.Optional(nullable(NAME)),
  label: Type.Optional(nullable(NAME)),
  walletId: Type.Optional(nullable(ID)),
  returnUrl: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 2048 }))),
  expiresInSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: LIFETIME_SECONDS_MAX })),
});

const CREATED_SESSION = object('CreatedConnectSession', 'The link, which is shown once.', {
  id: ID,
  url: Type.String(),
  expiresAt: INSTANT,
});

/** Adds the routes of connect sessions. */
export function addConnectSessionRoutes(routes: RouteTable): void {
  addCreation(routes);
  addReads(routes);
}

function addCreation(routes: RouteTable): void {
  routes.add({
    method: 'POST',
    path: '/v0/projects/:id/connect-sessions',
    operationId: 'createConnectSession',
    summary: 'Creates a link by which a customer connects an account, or reconnects a wallet.',
    body: NEW_SESSION,
    checks: {
      exchange: acceptedBy(requireExchangeProfile),
      returnUrl: acceptedBy((url) => readReturnUrl(url, routes.parts.connect.returnOrigins)),
    },
    checkBody: refuseOfReconnected,
    status: 201,
    response: CREATED_SESSION,
    problems: ['wallet_not_found', 'wallet_imports_only', 'external_id_taken'],
    run: async (request) => {
      const projectId = await findProjectId(request);
      const { body: wanted, context, parts } = request;
      const { exchange = null, walletId = null, returnUrl = null } = wanted;
      const { expiresInSeconds = LIFETIME_SECONDS_DEFAULT } = wanted;
      const label = wanted.label?.trim() ?? null;
      const externalId = wanted.externalId?.trim() ?? null;
      return createConnectSession(context, parts.connect, {
        projectId,
        exchange,
        externalId,
        label,
        walletId,
        returnUrl,
        lifetimeMs: 1000 * expiresInSeconds,
      });
    },
    view: ({ id, url, expiresAtMs }) => ({ id, url, expiresAt: formatInstant(expiresAtMs) }),
  });
}

function addReads(routes: RouteTable): void {
  routes.addList({
    path: '/v0/projects/:id/connect-sessions',
    operationId: 'listConnectSessions',
    summary: 'Lists the connect sessions of a project, newest first.',
    query: LIST_PARAMETERS,
    response: CONNECT_SESSION,
    list: async (request) => {
      const projectId = await findProjectId(request);
      const { store, now } = request.context;
      return listByTime(
        request,
        (range) => store.listConnectSessions({ ...range, projectId, nowMs: now() }),
        { atMs: ({ createdAtMs }) => createdAtMs, view: viewConnectSession },
      );
    },
  });
  routes.add({
    method: 'GET',
    path: '/v0/connect-sessions/:id',
    operationId: 'getConnectSession',
    summary: 'Returns a connect session and its state.',
    status: 200,
    response: CONNECT_SESSION,
    run: (request) => findSession(request),
    view: viewConnectSession,
  });
  routes.add({
    method: 'DELETE',
    path: '/v0/connect-sessions/:id',
    operationId: 'cancelConnectSession',
    summary:
      'Cancels an open connect session. A canceled one remains canceled; one that was connected or has expired is 409 `session_not_open`.',
    status: 204,
    problems: ['session_not_open'],
    run: async (request) => {
      const { id } = await findSession(request);
      await requireCanceled(request.context, id);
    },
    view: () => undefined,
  });
}

/** A wallet that is reconnected keeps its exchange, label and external id. */
const refuseOfReconnected: BodyCheck = (fields) => {
  if ((fields['walletId'] ?? null) === null) return [];
  return ['exchange', 'label', 'externalId']
    .filter((name) => (fields[name] ?? null) !== null)
    .map((name) => [name, 'must be missing with walletId, which keeps its own'] as const);
};

/** Returns the session of the path. @throws {ProblemError} if the key may not see it. */
async function findSession({ params, context, requireVisible }: PathRequest) {
  const { store, now } = context;
  const session = await store.readConnectSession(params['id'] ?? '', now());
  requireVisible(session.projectId, 'connect session');
  return session;
}
