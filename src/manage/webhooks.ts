/** Webhooks: the receivers of events of a project, and their secrets. */
import { createId } from '../domain/id.ts';
import {
  type SealedCredentials,
  sealCredentials,
  tryOpenCredentials,
} from '../domain/sealed-credentials.ts';
import {
  createSecrets,
  listSigningSecrets,
  readSecrets,
  rotateSecret,
  type WebhookSecrets,
  writeSecrets,
} from '../domain/webhook-secrets.ts';
import type { AllowedTargets, WebhookEventName } from '../domain/webhook.ts';
import { RecordNotFoundError } from '../store/errors.ts';
import type { WebhookDisabling, WebhookEndpoint, WebhookStatus } from '../store/webhooks.ts';
import { type ResolveName, resolveAllowed } from '../webhooks/checked-lookup.ts';
import { EndpointRefusedError, parseEndpointUrl } from '../webhooks/endpoint-url.ts';
import { writeTestMessage } from '../webhooks/webhook-payload.ts';
import type { SendWebhook } from '../webhooks/webhook-sender.ts';
import { audited, type Change, type ManageContext, type ManagedStore } from './context.ts';
import { ManageError } from './errors.ts';

/** How addresses of receivers are checked. */
export interface WebhookTargets {
  readonly allowed: AllowedTargets;
  readonly resolveName: ResolveName;
}

/** The webhook to add. */
export type NewWebhook = Pick<WebhookEndpoint, 'projectId' | 'url' | 'events' | 'walletIds'>;

/** A webhook, whose secret is shown only once. */
export interface AddedWebhook {
  readonly webhook: WebhookEndpoint;
  readonly secret: string;
}

/** The new secret of a webhook. */
export interface RotatedSecret {
  readonly id: string;
  readonly secret: string;
  /** Until when events are signed with the previous secret too (Unix ms). */
  readonly previousUntilMs: number;
}

/**
 * Adds a receiver of events, with a new secret.
 *
 * @throws {EndpointRefusedError} if the URL is not allowed.
 * @throws {RecordNotFoundError} if the project or a chosen wallet does not exist.
 */
export async function addWebhook(
  context: ManageContext,
  targets: WebhookTargets,
  added: NewWebhook,
): Promise<AddedWebhook> {
  const url = await checkWebhookUrl(added.url, targets);
  const id = createId('webhook', context.randomBytes);
  const webhook = { ...added, id, url, createdAtMs: context.now() };
  const secrets = createSecrets(context.randomBytes);
  const sealed = await sealSecrets(context, id, secrets);
  const { events, walletIds } = added;
  const detail = { origin: originOf(url), events, walletIds };
  const result = { webhook, secret: secrets.current };
  const change = { ...changeOf(webhook, 'webhook.create'), detail };
  await audited(context, change, result).addWebhook(webhook, sealed);
  return result;
}

/** Replaces the URL or the events of a webhook. @throws {EndpointRefusedError | RecordNotFoundError} */
export async function changeWebhook(
  context: ManageContext,
  targets: WebhookTargets,
  id: string,
  changes: { readonly url?: string; readonly events?: readonly WebhookEventName[] },
): Promise<void> {
  const webhook = await context.store.readWebhook(id);
  const { url, events } = changes;
  const next = {
    ...(url !== undefined && { url: await checkWebhookUrl(url, targets) }),
    ...(events !== undefined && { events }),
  };
  const detail = {
    ...(next.url !== undefined && { origin: originOf(next.url) }),
    ...(events !== undefined && { events }),
  };
  const change = { ...changeOf(webhook, 'webhook.change'), detail };
  await audited(context, change).changeWebhook(id, next, context.now());
}

/** Removes a webhook with its undelivered events. @throws {RecordNotFoundError} */
export async function removeWebhook(context: ManageContext, id: string): Promise<void> {
  const webhook = await context.store.readWebhook(id);
  const detail = { origin: originOf(webhook.url) };
  await audited(context, { ...changeOf(webhook, 'webhook.remove'), detail }).removeWebhook(id);
}

/** Enables a disabled webhook. @returns why it was disabled; `null` if it was not. @throws {RecordNotFoundError} */
export async function enableWebhook(
  context: ManageContext,
  id: string,
): Promise<WebhookDisabling | null> {
  const webhook = await context.store.readWebhook(id);
  return audited(context, changeOf(webhook, 'webhook.enable')).enableWebhook(id);
}

/**
 * Replaces the secret of a webhook.
 *
 * @throws {ManageError} `webhook_changed` if another process changes it at the same time, `webhook_secret_unreadable`.
 * @throws {RecordNotFoundError}
 */
export async function rotateWebhookSecret(
  context: ManageContext,
  id: string,
): Promise<RotatedSecret> {
  const { credentials, ...webhook } = await context.store.readWebhook(id);
  const secrets = await openSecrets(context, id, credentials);
  const nowMs = context.now();
  const next = rotateSecret(secrets, nowMs, context.randomBytes);
  const sealed = await sealSecrets(context, id, next);
  const previousUntilMs = next.previous?.untilMs ?? nowMs;
  const result = { id, secret: next.current, previousUntilMs };
  const store = audited(context, changeOf(webhook, 'webhook.rotate_secret'), result);
  if (await store.replaceWebhookSecret({ endpointId: id, ...credentials }, sealed)) return result;
  throw new ManageError('webhook_changed', `the webhook ${id} was changed by another process`);
}

/**
 * Sends a signed event of the type `webhook.test`, once.
 *
 * @returns the status of the receiver's response.
 * @throws {ManageError} `webhook_failed` if it was not delivered, `webhook_secret_unreadable`.
 * @throws {RecordNotFoundError}
 */
export async function testWebhook(
  { store, loadMasterKey, now, randomBytes }: ManageContext,
  send: SendWebhook,
  id: string,
): Promise<number> {
  const { url, credentials } = await store.readWebhook(id);
  const opened = await openSecrets({ loadMasterKey }, id, credentials);
  const receiver = { url, secrets: listSigningSecrets(opened, now()) };
  const message = writeTestMessage(id, now(), randomBytes);
  const result = await send(receiver, message, new AbortController().signal);
  if (result.ok) return result.status;
  throw new ManageError('webhook_failed', `the test event was not delivered: ${result.message}`);
}

/** Returns a webhook and the state of its deliveries. @throws {RecordNotFoundError} */
export async function readWebhookStatus(
  store: Pick<ManagedStore, 'readWebhook' | 'listWebhooks'>,
  id: string,
): Promise<WebhookStatus> {
  const { projectId } = await store.readWebhook(id);
  const webhook = (await store.listWebhooks({ projectId })).find((each) => each.id === id);
  if (webhook === undefined) throw new RecordNotFoundError('webhook', id);
  return webhook;
}

/** Returns the state of the deliveries of a webhook. */
export function nameWebhookState({
  disabled,
  failing,
}: Pick<WebhookStatus, 'disabled' | 'failing'>): 'active' | 'failing' | 'disabled' {
  if (disabled !== null) return 'disabled';
  return failing === null ? 'active' : 'failing';
}

/** Returns the URL in its normal form. A name that cannot be resolved now is accepted: its deliveries check it again. */
async function checkWebhookUrl(
  text: string,
  { allowed, resolveName }: WebhookTargets,
): Promise<string> {
  const url = parseEndpointUrl(text, allowed);
  if (allowed.private) return url.href;
  try {
    await resolveAllowed(resolveName, allowed, url.hostname);
  } catch (error) {
    if (error instanceof EndpointRefusedError) throw error;
  }
  return url.href;
}

/** Returns the part of a URL that the audit log records: the path and the query may contain a secret. */
function originOf(url: string): string {
  return new URL(url).origin;
}

/** Returns the secrets of a webhook. @throws {ManageError} if they were sealed under a lost master key, or corrupted. */
async function openSecrets(
  { loadMasterKey }: Pick<ManageContext, 'loadMasterKey'>,
  id: string,
  sealed: SealedCredentials,
): Promise<WebhookSecrets> {
  const opened = tryOpenCredentials(sealed, id, await loadMasterKey());
  if (opened !== undefined) return readSecrets(opened);
  throw new ManageError(
    'webhook_secret_unreadable',
    `the secret of ${id} cannot be read: it is corrupted, or the master key was reset; ` +
      'remove the webhook and add it again',
  );
}

async function sealSecrets(context: ManageContext, id: string, secrets: WebhookSecrets) {
  const masterKey = await context.loadMasterKey();
  return sealCredentials(writeSecrets(secrets), id, masterKey, context.randomBytes);
}

function changeOf({ id, projectId }: WebhookEndpoint, action: string): Change {
  return { action, targets: { projectId, webhookId: id } };
}
