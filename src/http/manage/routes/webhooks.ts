/** Webhooks of a project. */
import { formatInstant } from '../../../domain/instant.ts';
import { Type } from 'typebox';

import { DEFAULT_WEBHOOK_EVENTS, WEBHOOK_EVENT_NAMES } from '../../../domain/webhook.ts';
import { object, words } from '../../../domain/shapes.ts';
import {
  addWebhook,
  changeWebhook,
  enableWebhook,
  readWebhookStatus,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../../manage/webhooks.ts';
import { FairTurns } from '../../../manage/fair-turns.ts';
import { parseEndpointUrl } from '../../../webhooks/endpoint-url.ts';
import { acceptedBy, type FieldChecks } from '../body.ts';
import { LIST_PARAMETERS, listByTime } from '../lists.ts';
import type { PathRequest, RouteTable } from '../route.ts';
import { viewWebhook } from '../../../manage/views.ts';
import { body, ID, INSTANT, nullable, WEBHOOK } from './fields.ts';
import { findProjectId } from './find-project.ts';

const WALLETS_MAX = 1000;
const URL = Type.String({ minLength: 1, maxLength: 2048 });
const EVENTS = Type.Array(words(WEBHOOK_EVENT_NAMES), {
  minItems: 1,
  maxItems: WEBHOOK_EVENT_NAMES.length,
});
const NOTHING = body('Nothing', {});
const WALLET_IDS = Type.Array(ID, { minItems: 1, maxItems: WALLETS_MAX });

const ADDED_WEBHOOK = object('AddedWebhook', 'A webhook with its secret, which is shown once.', {
  ...WEBHOOK.properties,
  secret: Type.String(),
});
const TESTED_WEBHOOK = object('TestedWebhook', 'How the receiver answered.', {
  id: ID,
  delivered: Type.Boolean(),
  status: Type.Integer(),
});
const ROTATED_SECRET = object('RotatedSecret', 'The new secret, and until when both are valid.', {
  id: ID,
  secret: Type.String(),
  previousSecretUntil: INSTANT,
});

/**
 * The requests that wait for a name or a receiver, which may not respond for 10 s, at the same time. Without a limit, those of
 * one project would use the descriptors and the processor of the service.
 */
const RECEIVER_TURNS = {
  runningMax: 32,
  runningOfGroupMax: 4,
  waitingMax: 256,
  waitingOfGroupMax: 32,
};

/** Adds the routes of webhooks. */
export function addWebhookRoutes(routes: RouteTable): void {
  const turns = new FairTurns(RECEIVER_TURNS);
  addCreation(routes, turns);
  addChanges(routes, turns);
  addActions(routes, turns);
}

function addCreation(routes: RouteTable, turns: FairTurns): void {
  routes.add({
    method: 'POST',
    path: '/v0/projects/:id/webhooks',
    operationId: 'addWebhook',
    summary: 'Adds a receiver of events; its secret is shown once.',
    body: body('NewWebhook', {
      url: URL,
      events: Type.Optional(EVENTS),
      walletIds: Type.Optional(nullable(WALLET_IDS)),
    }),
    checks: checksOf(routes),
    status: 201,
    response: ADDED_WEBHOOK,
    problems: ['wallet_not_found'],
    run: async (request) => {
      const projectId = await findProjectId(request);
      const { body: added, context, parts } = request;
      const { url, events = DEFAULT_WEBHOOK_EVENTS, walletIds = null } = added;
      const webhook = {
        projectId,
        url,
        events: WEBHOOK_EVENT_NAMES.filter((name) => events.includes(name)),
        walletIds: walletIds && [...new Set(walletIds)],
      };
      return turns.run(projectId, () => addWebhook(context, parts.webhookTargets, webhook));
    },
    view: ({ webhook, secret }) => ({
      ...viewWebhook({ ...webhook, pendingCount: 0, failing: null, disabled: null }),
      secret,
    }),
  });
  routes.addList({
    path: '/v0/projects/:id/webhooks',
    operationId: 'listWebhooks',
    summary: 'Lists the webhooks of a project, without their secrets.',
    query: LIST_PARAMETERS,
    response: WEBHOOK,
    list: async (request) => {
      const projectId = await findProjectId(request);
      const all = await request.context.store.listWebhooks({ projectId });
      return listByTime(
        request,
        async ({ after, limit }) =>
          all
            .filter(
              ({ id, createdAtMs }) =>
                after === undefined ||
                createdAtMs > after.atMs ||
                (createdAtMs === after.atMs && id > after.id),
            )
            .slice(0, limit),
        { atMs: ({ createdAtMs }) => createdAtMs, view: viewWebhook },
      );
    },
  });
}

/** The name of the host is resolved later. */
function checksOf({ parts }: RouteTable): FieldChecks {
  return { url: acceptedBy((url) => parseEndpointUrl(url, parts.webhookTargets.allowed)) };
}

function addChanges(routes: RouteTable, turns: FairTurns): void {
  routes.add({
    method: 'PATCH',
    path: '/v0/webhooks/:id',
    operationId: 'changeWebhook',
    summary: 'Changes the URL or the events of a webhook; `enabled: true` enables a disabled one.',
    body: body('WebhookChanges', {
      url: Type.Optional(URL),
      events: Type.Optional(EVENTS),
      enabled: Type.Optional(Type.Literal(true)),
    }),
    checks: checksOf(routes),
    status: 200,
    response: WEBHOOK,
    run: async (request) => {
      const { id, projectId } = await findWebhook(request);
      const { context, parts } = request;
      const { enabled, ...changes } = request.body;
      if (Object.keys(changes).length > 0) {
        await turns.run(projectId, () => changeWebhook(context, parts.webhookTargets, id, changes));
      }
      if (enabled === true) await enableWebhook(context, id);
      return readWebhookStatus(context.store, id);
    },
    view: viewWebhook,
  });
  routes.add({
    method: 'DELETE',
    path: '/v0/webhooks/:id',
    operationId: 'removeWebhook',
    summary: 'Removes a webhook with its undelivered events.',
    status: 204,
    run: async (request) => {
      const { id } = await findWebhook(request);
      await removeWebhook(request.context, id);
    },
    view: () => undefined,
  });
}

function addActions(routes: RouteTable, turns: FairTurns): void {
  routes.add({
    method: 'POST',
    path: '/v0/webhooks/:id/test',
    operationId: 'testWebhook',
    summary: 'Sends a signed event of the type `webhook.test`, once.',
    body: NOTHING,
    status: 200,
    response: TESTED_WEBHOOK,
    problems: ['webhook_failed', 'webhook_secret_unreadable'],
    run: async (request) => {
      const { id, projectId } = await findWebhook(request);
      const { context, parts } = request;
      const test = () => testWebhook(context, parts.sendWebhook, id);
      return { id, status: await turns.run(projectId, test) };
    },
    view: ({ id, status }) => ({ id, delivered: true, status }),
  });
  routes.add({
    method: 'POST',
    path: '/v0/webhooks/:id/rotate-secret',
    operationId: 'rotateWebhookSecret',
    summary: 'Replaces the secret of a webhook; the new one is shown once.',
    body: NOTHING,
    status: 200,
    response: ROTATED_SECRET,
    problems: ['webhook_changed', 'webhook_secret_unreadable'],
    run: async (request) => {
      const { id } = await findWebhook(request);
      return rotateWebhookSecret(request.context, id);
    },
    view: ({ id, secret, previousUntilMs }) => ({
      id,
      secret,
      previousSecretUntil: formatInstant(previousUntilMs),
    }),
  });
}

/** Returns the webhook of the path. @throws {ProblemError} if the key may not see it. */
async function findWebhook({ params, context, requireVisible }: PathRequest) {
  const webhook = await context.store.readWebhook(params['id'] ?? '');
  requireVisible(webhook.projectId, 'webhook');
  return webhook;
}
