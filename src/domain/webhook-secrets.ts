/** The signing secrets of a webhook, and their rotation. */
import { DAY_MS } from './duration.ts';
import type { RandomBytes } from './id.ts';
import type { ExchangeCredentials } from './sealed-credentials.ts';
import { createWebhookSecret } from './webhook.ts';

/** How long messages are also signed with the previous secret after a rotation. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** The signing secrets of an endpoint. */
export interface WebhookSecrets {
  readonly current: string;
  /** The secret before the last rotation; `null` if there was none or it was removed. */
  readonly previous: {
    readonly secret: string;
    /** The end of the overlap, Unix time in milliseconds. */
    readonly untilMs: number;
  } | null;
}

/** Returns the secrets of a new endpoint. */
export function createSecrets(randomBytes: RandomBytes): WebhookSecrets {
  return { current: createWebhookSecret(randomBytes), previous: null };
}

/** Returns a new secret, with the current one as the previous one. An earlier previous one is dropped. */
export function rotateSecret(
  { current }: WebhookSecrets,
  nowMs: number,
  randomBytes: RandomBytes,
): WebhookSecrets {
  const previous = { secret: current, untilMs: nowMs + SECRET_OVERLAP_MS };
  return { current: createWebhookSecret(randomBytes), previous };
}

/** Returns the secrets without a previous one whose overlap has ended. */
export function dropExpiredSecret(secrets: WebhookSecrets, nowMs: number): WebhookSecrets {
  const { current, previous } = secrets;
  return previous === null || nowMs < previous.untilMs ? secrets : { current, previous: null };
}

/** Returns the secrets that sign a message now, the current one first. */
export function listSigningSecrets(secrets: WebhookSecrets, nowMs: number): readonly string[] {
  const { current, previous } = dropExpiredSecret(secrets, nowMs);
  return previous === null ? [current] : [current, previous.secret];
}

/** Returns secrets in the form in which they are sealed. */
export function writeSecrets({ current, previous }: WebhookSecrets): ExchangeCredentials {
  if (previous === null) return { secret: current };
  const { secret, untilMs } = previous;
  return { secret: current, previousSecret: secret, previousUntilMs: String(untilMs) };
}

/** Returns the secrets of the result of {@link writeSecrets}. */
export function readSecrets(credentials: ExchangeCredentials): WebhookSecrets {
  const { secret = '', previousSecret, previousUntilMs } = credentials;
  const previous =
    previousSecret === undefined
      ? null
      : { secret: previousSecret, untilMs: Number(previousUntilMs) };
  return { current: secret, previous };
}
