/** Removes the previous secrets of endpoints after a rotation. */
import { dropExpiredSecret } from '../domain/webhook-secrets.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import type { WebhookCredentials } from '../store/webhooks.ts';
import type { DelivererOptions } from './deliverer-options.ts';

const SECRETS_PER_BATCH = 100;

/**
 * Removes every previous secret whose overlap has ended. One that cannot be removed now is left for the next call.
 *
 * @throws {StoreUnavailableError}
 */
export async function removeExpiredSecrets(options: DelivererOptions): Promise<void> {
  let batch: readonly WebhookCredentials[];
  let after = '';
  do {
    batch = await options.store.listWebhookSecrets(after, SECRETS_PER_BATCH);
    for (const stored of batch) await removeIfExpired(options, stored);
    after = batch.at(-1)?.endpointId ?? after;
  } while (batch.length === SECRETS_PER_BATCH && !options.signal.aborted);
}

async function removeIfExpired(
  { store, openSecrets, sealSecrets, logger, nowMs }: DelivererOptions,
  stored: WebhookCredentials,
): Promise<void> {
  const { endpointId } = stored;
  // A delivery reports secrets that cannot be decrypted.
  const secrets = await openSecrets(stored, endpointId).catch(() => undefined);
  if (secrets === undefined) return;
  const left = dropExpiredSecret(secrets, nowMs());
  if (left === secrets) return;
  try {
    await store.replaceWebhookSecret(stored, await sealSecrets(left, endpointId));
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error;
    const fields = { err: error, webhookId: endpointId };
    logger.warn(fields, 'the previous secret of a webhook was not removed; it is retried later');
  }
}
