import type { SealedCredentials } from '../domain/sealed-credentials.ts';
import type { WebhookSecrets } from '../domain/webhook-secrets.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import type { Log } from '../telemetry/log.ts';
import type { SendWebhook } from './webhook-sender.ts';

/** The dependencies of the deliverer. */
export interface DelivererOptions {
  readonly store: WebhookStore;
  readonly send: SendWebhook;
  /** Decrypts the secrets of an endpoint. */
  readonly openSecrets: (sealed: SealedCredentials, endpointId: string) => Promise<WebhookSecrets>;
  /** Encrypts the secrets of an endpoint under the current master key. */
  readonly sealSecrets: (secrets: WebhookSecrets, endpointId: string) => Promise<SealedCredentials>;
  readonly logger: Omit<Log, 'debug'>;
  readonly nowMs: () => number;
  /** 0 to 1, for jitter. */
  readonly random: () => number;
  /** Stops the deliverer; it aborts running requests. */
  readonly signal: AbortSignal;
}
