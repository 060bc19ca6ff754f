/** Rows of the tables of webhooks, for both engines. */
import type { Transaction } from '../domain/transaction.ts';
import {
  type EventCause,
  EVENT_CAUSES,
  toEventNames,
  type WebhookEventName,
} from '../domain/webhook.ts';
import type {
  PendingEvent,
  WebhookCount,
  WebhookCredentials,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookStatus,
} from './webhooks.ts';

type Row = readonly unknown[];

/** The deliveries of an endpoint, summed up: an element of {@link WebhookStatus} each. */
export type DeliverySummary = Pick<WebhookStatus, 'pendingCount' | 'failing'>;

/** The columns of {@link toPendingEvent}. */
export const EVENT_COLUMNS = 'transaction_id, event_no, event, cause, at_ms, seed, detail';

/** Returns the identifiers of the transactions in rows of {@link EVENT_COLUMNS}. */
export function listEventTransactions(rows: readonly Row[]): readonly Pick<Transaction, 'id'>[] {
  return rows.flatMap(([id]) => (id === null ? [] : [{ id: id as string }]));
}

/** Returns the event of a row of {@link EVENT_COLUMNS}, with its transaction if it is stored. */
export function toPendingEvent(
  walletId: string,
  row: Row,
  stored: ReadonlyMap<string, Transaction>,
): PendingEvent {
  const [transactionId, eventNo, event, cause, atMs, seed, detail] = row;
  const [name] = toEventNames(event as number);
  return {
    walletId,
    eventNo: eventNo as number,
    name: name as WebhookEventName,
    cause: causeOfCode(cause as number),
    atMs: atMs as number,
    seed: seed as number,
    detail: detail as string | null,
    transactionId: transactionId as string | null,
    transaction: stored.get(transactionId as string) ?? null,
  };
}

function causeOfCode(code: number): EventCause {
  const found = Object.entries(EVENT_CAUSES).find(([, each]) => each === code);
  return (found?.[0] ?? 'sync') as EventCause;
}

/** Returns the endpoint of a row of `id, project_id, url, events, created_at_ms`. */
export function toEndpoint(row: Row, walletIds: readonly string[] | null): WebhookEndpoint {
  const [id, projectId, url, events, createdAtMs] = row;
  return {
    id: id as string,
    projectId: projectId as string,
    url: url as string,
    events: toEventNames(events as number),
    walletIds,
    createdAtMs: createdAtMs as number,
  };
}

/** Returns the status of an endpoint and of a row of `org_id, disabled_at_ms, disabled_message`. */
export function toWebhookStatus(
  endpoint: WebhookEndpoint,
  [orgId, disabledAtMs, message]: Row,
  deliveries: DeliverySummary = { pendingCount: 0, failing: null },
): WebhookStatus {
  return {
    ...endpoint,
    ...deliveries,
    orgId: orgId as string,
    disabled:
      disabledAtMs === null ? null : { message: message as string, atMs: disabledAtMs as number },
  };
}

/** Returns the failure of a row of `wallet id, failure_message, failing_since_ms, next_attempt_at_ms`. */
export function toFailing(row: Row): WebhookStatus['failing'] {
  const [walletId, message, sinceMs, nextAttemptAtMs] = row;
  return {
    walletId: walletId as string,
    message: message as string,
    sinceMs: sinceMs as number,
    nextAttemptAtMs: nextAttemptAtMs as number,
  };
}

/** Returns the secret of a row of `id, key_id, sealed`. */
export function toWebhookCredentials([endpointId, keyId, sealed]: Row): WebhookCredentials {
  return {
    endpointId: endpointId as string,
    keyId: keyId as string,
    sealed: sealed as Uint8Array,
  };
}

/** The columns of {@link toDelivery} after those of the lease. */
export const DELIVERY_COLUMNS = `wallet.project_id, endpoint.url, endpoint.events, endpoint.key_id,
  endpoint.sealed, delivery.delivered_no, delivery.pending_no, delivery.failure_count,
  delivery.failing_since_ms, delivery.failure_message`;

/** Returns the delivery of a lease and a row of {@link DELIVERY_COLUMNS}. */
export function toDelivery(
  lease: Pick<WebhookDelivery, 'endpointId' | 'walletId' | 'token'>,
  row: Row,
): WebhookDelivery {
  const [projectId, url, events, keyId, sealed, deliveredNo, pendingNo, ...failure] = row;
  const [count, sinceMs, message] = failure;
  return {
    ...lease,
    projectId: projectId as string,
    url: url as string,
    eventBits: events as number,
    credentials: { keyId: keyId as string, sealed: sealed as Uint8Array },
    deliveredNo: deliveredNo as number,
    pendingNo: pendingNo as number,
    failure:
      sinceMs === null
        ? null
        : { message: message as string, sinceMs: sinceMs as number, count: count as number },
  };
}

/** Returns the count of a row of `state, count, pending events, failing_since_ms`. */
export function toWebhookCount([state, count, pendingCount, failingSinceMs]: Row): WebhookCount {
  return {
    state: state as WebhookCount['state'],
    count: count as number,
    pendingCount: pendingCount as number,
    failingSinceMs: failingSinceMs as number | null,
  };
}
