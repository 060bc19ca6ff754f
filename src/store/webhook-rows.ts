/** Rows of the tables of webhooks, for both engines. */
import type { SealedCredentials } from '../domain/sealed-credentials.ts';
import type { Transaction } from '../domain/transaction.ts';
import {
  type EventCause,
  EVENT_CAUSES,
  toEventNames,
  type WebhookEventName,
} from '../domain/webhook.ts';
import { RecordNotFoundError } from './errors.ts';
import type {
  DueEndpoint,
  PendingEvent,
  WebhookCount,
  WebhookCredentials,
  WebhookDelivery,
  WebhookDisabling,
  WebhookEndpoint,
  WebhookStatus,
} from './webhooks.ts';

type Row = readonly unknown[];

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

/** The columns of {@link toEndpoint}, with the table named `endpoint`. */
export const ENDPOINT_COLUMNS = `endpoint.id, endpoint.project_id, endpoint.url, endpoint.events,
  endpoint.created_at_ms, endpoint.wallet_ids`;
const ENDPOINT_COLUMN_COUNT = 6;

/** Returns the endpoint of a row that begins with {@link ENDPOINT_COLUMNS}. */
function toEndpoint(row: Row): WebhookEndpoint {
  const [id, projectId, url, events, createdAtMs, walletIds] = row;
  return {
    id: id as string,
    projectId: projectId as string,
    url: url as string,
    events: toEventNames(events as number),
    walletIds: walletIds === null ? null : (JSON.parse(walletIds as string) as readonly string[]),
    createdAtMs: createdAtMs as number,
  };
}

/** Returns the endpoint of a row of {@link ENDPOINT_COLUMNS} and `key_id, sealed`, with its credentials. */
export function toSealedEndpoint(
  row: Row,
): WebhookEndpoint & { readonly credentials: SealedCredentials } {
  const [keyId, sealed] = row.slice(ENDPOINT_COLUMN_COUNT) as [string, Uint8Array];
  return { ...toEndpoint(row), credentials: { keyId, sealed } };
}

/** Returns the wallets that an endpoint includes as its column: a JSON array, or `null` for all. */
export function writeWalletIds({ walletIds }: WebhookEndpoint): string | null {
  return walletIds === null ? null : JSON.stringify(walletIds);
}

/** @throws {RecordNotFoundError} if the endpoint names a wallet that is not among those of its project. */
export function requireWallets({ walletIds }: WebhookEndpoint, found: readonly string[]): void {
  const known = new Set(found);
  const missing = walletIds?.find((walletId) => !known.has(walletId));
  if (missing !== undefined) throw new RecordNotFoundError('wallet', missing);
}

/**
 * Returns the status of endpoints.
 *
 * @param endpoints rows of {@link ENDPOINT_COLUMNS} and `org_id, disabled_at_ms, disabled_message`.
 * @param sums rows of the endpoint's id and the number of its undelivered events.
 * @param failures rows of the endpoint's id and the columns of its oldest failure, see `toFailing`.
 */
export function toWebhookStatuses(
  endpoints: readonly Row[],
  sums: readonly Row[],
  failures: readonly Row[],
): readonly WebhookStatus[] {
  const failing = new Map(failures.map(([id, ...row]) => [id, toFailing(row)]));
  const pending = new Map(sums.map(([id, count]) => [id, count as number]));
  return endpoints.map((row) => {
    const endpoint = toEndpoint(row);
    const { id } = endpoint;
    return toWebhookStatus(endpoint, row.slice(ENDPOINT_COLUMN_COUNT), {
      pendingCount: pending.get(id) ?? 0,
      failing: failing.get(id) ?? null,
    });
  });
}

function toWebhookStatus(
  endpoint: WebhookEndpoint,
  [orgId, ...disabled]: Row,
  deliveries: Pick<WebhookStatus, 'pendingCount' | 'failing'>,
): WebhookStatus {
  return {
    ...endpoint,
    ...deliveries,
    orgId: orgId as string,
    disabled: toDisabling(disabled),
  };
}

/** Returns why and when an endpoint was disabled, of a row of `disabled_at_ms, disabled_message`. */
export function toDisabling([atMs, message]: Row): WebhookDisabling | null {
  return atMs === null ? null : { message: message as string, atMs: atMs as number };
}

/** Returns the failure of a row of `wallet id, failure_message, failing_since_ms, next_attempt_at_ms`. */
function toFailing(row: Row): WebhookStatus['failing'] {
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

/**
 * Returns the statement that lists the rows of {@link toDueEndpoint}. Each look-up reads a range of the index
 * (endpoint_id, next_attempt_at_ms), so it skips deliveries that are not due.
 *
 * @param mark the beginning of a parameter: now, the end of a misdated lease, and of a misdated wait.
 */
export function listDueEndpointsSql(mark: '$' | '?'): string {
  const oldest = (isDue: string): string => `(SELECT due.next_attempt_at_ms
      FROM webhook_delivery AS due
      WHERE due.endpoint_id = endpoint.id AND ${isDue} AND (due.lease_until_ms IS NULL
        OR due.lease_until_ms <= ${mark}1 OR due.lease_until_ms > ${mark}2)
      ORDER BY due.next_attempt_at_ms LIMIT 1)`;
  return `SELECT id, project_id FROM (
      SELECT endpoint.id, endpoint.project_id, coalesce(
          ${oldest(`due.next_attempt_at_ms <= ${mark}1`)},
          ${oldest(`due.next_attempt_at_ms > ${mark}3`)}
        ) AS due_at_ms
        FROM webhook_endpoint AS endpoint WHERE endpoint.disabled_at_ms IS NULL
    ) AS listed
    WHERE due_at_ms IS NOT NULL ORDER BY due_at_ms, id`;
}

/** Returns the endpoint of a row of {@link listDueEndpointsSql}. */
export function toDueEndpoint([endpointId, projectId]: Row): DueEndpoint {
  return { endpointId: endpointId as string, projectId: projectId as string };
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
