import type { SealedCredentials } from '../domain/sealed-credentials.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import type { SendWebhook } from './webhook-sender.ts';

/** The log; pino's loggers fit. */
export interface DeliveryLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The dependencies of the deliverer. */
export interface DelivererOptions {
  readonly store: WebhookStore;
  readonly send: SendWebhook;
  /** Decrypts the secret of an endpoint. */
  readonly openSecret: (sealed: SealedCredentials, endpointId: string) => Promise<string>;
  readonly logger: DeliveryLogger;
  readonly nowMs: () => number;
  /** 0 to 1, for jitter. */
  readonly random: () => number;
  /** Stops the deliverer; it aborts running requests. */
  readonly signal: AbortSignal;
}
