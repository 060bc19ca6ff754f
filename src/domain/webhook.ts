/** Webhook events and their signature by the Standard Webhooks scheme (standardwebhooks.com). */
import { createHmac, hash } from 'node:crypto';

import type { RandomBytes } from './id.ts';

/** The events, each with its bit in a set of events; an event is stored as its bit. */
export const WEBHOOK_EVENTS = {
  'wallet.synced': 1,
  'wallet.stopped': 2,
  'transaction.created': 4,
  'transaction.updated': 8,
  'wallet.connected': 16,
  'wallet.history_complete': 32,
  'wallet.failing': 64,
  'wallet.recovered': 128,
} as const;

export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;

/** The names of all events. */
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventName[];

/** The events of a webhook that names none: all but those of every synchronisation. */
export const DEFAULT_WEBHOOK_EVENTS = WEBHOOK_EVENT_NAMES.filter(
  (name) => name !== 'wallet.synced',
);

/** Returns a set of events as bits. */
export function toEventBits(names: readonly WebhookEventName[]): number {
  return names.reduce((bits, name) => bits | WEBHOOK_EVENTS[name], 0);
}

/** Returns the names of a set of events, in the order of {@link WEBHOOK_EVENTS}. */
export function toEventNames(bits: number): readonly WebhookEventName[] {
  return WEBHOOK_EVENT_NAMES.filter((name) => (bits & WEBHOOK_EVENTS[name]) !== 0);
}

/** What webhooks may use in addition to https and public addresses (`TELLER_WEBHOOK_ALLOW`). */
export interface AllowedTargets {
  readonly http: boolean;
  /** Addresses of this machine and its networks. */
  readonly private: boolean;
}

/** What changed the stored rows: a refresh, the first reading of a wallet's history, or a file. */
export const EVENT_CAUSES = { sync: 1, backfill: 2, import: 3 } as const;

export type EventCause = keyof typeof EVENT_CAUSES;

const SECRET_PREFIX = 'whsec_';
/** The scheme requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** Returns a new signing secret: `whsec_` and base64. */
export function createWebhookSecret(randomBytes: RandomBytes): string {
  return `${SECRET_PREFIX}${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`;
}

/** The parts of a message that are signed. */
export interface SignedMessage {
  readonly id: string;
  /** Unix time in seconds of this attempt. */
  readonly timestampSeconds: number;
  readonly body: string;
}

/** Returns the value of the header `webhook-signature`: a signature by each secret, separated by spaces. */
export function signWebhook(secrets: readonly string[], message: SignedMessage): string {
  return secrets.map((secret) => signOnce(secret, message)).join(' ');
}

function signOnce(secret: string, message: SignedMessage): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signed = `${message.id}.${message.timestampSeconds}.${message.body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** The place of an event in the log of its wallet. */
export interface EventPlace {
  readonly walletId: string;
  readonly eventNo: number;
  /** A random number that was stored with the event. */
  readonly seed: number;
}

/**
 * Returns the identifier of an event, the same for each attempt and each endpoint. The random number makes it
 * differ from the event that had the same number before a backup was restored.
 */
export function eventId({ walletId, eventNo, seed }: EventPlace): string {
  return `evt_${hash('sha256', `${walletId}\n${eventNo}\n${seed}`, 'hex').slice(0, 32)}`;
}
