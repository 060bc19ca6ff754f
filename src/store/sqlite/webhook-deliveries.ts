/** The deliveries of webhook events; see `WebhookStore`. */
import { misdatedLeaseMs, misdatedWaitMs } from '../rules/misdated-times.ts';
import {
  DELIVERY_COLUMNS,
  EVENT_COLUMNS,
  listDueEndpointsSql,
  listEventTransactions,
  toDelivery,
  toDueEndpoint,
  toPendingEvent,
} from '../webhook-rows.ts';
import type {
  DeliveryClaim,
  DeliveryProgress,
  DeliveryTimes,
  DueEndpoint,
  PendingEvents,
  WebhookDelivery,
} from '../webhooks.ts';
import type { SqliteConnection, SqliteRow } from './connection.ts';
import { NEW_REVISION } from './revisions.ts';
import { findStored } from './transaction-writes.ts';
import { findNewestEvent } from './wallet-events.ts';
import { findWalletNo } from './wallets.ts';
import { pruneEvents } from './webhooks.ts';

const LIST_DUE_ENDPOINTS = listDueEndpointsSql('?');
const findDue = (isDue: string): string => `SELECT wallet_no FROM webhook_delivery
  WHERE endpoint_id = ?3 AND ${isDue}
    AND (lease_until_ms IS NULL OR lease_until_ms <= ?1 OR lease_until_ms > ?2)
  ORDER BY next_attempt_at_ms LIMIT 1`;
const DUE_LONGEST = findDue('next_attempt_at_ms <= ?1');
const MISDATED = findDue('next_attempt_at_ms > ?4');
const TAKE = `UPDATE webhook_delivery SET lease_token = ${NEW_REVISION}, lease_until_ms = ?
  WHERE wallet_no = ? AND endpoint_id = ? RETURNING lease_token`;
const READ_TAKEN = `SELECT wallet.id, ${DELIVERY_COLUMNS}
  FROM webhook_delivery AS delivery
  JOIN webhook_endpoint AS endpoint ON endpoint.id = delivery.endpoint_id
  JOIN wallet ON wallet.wallet_no = delivery.wallet_no
  WHERE delivery.wallet_no = ? AND delivery.endpoint_id = ?`;
const LIST_EVENTS = `SELECT ${EVENT_COLUMNS}
  FROM wallet_event WHERE wallet_no = ? AND event_no > ? AND event & ? <> 0
  ORDER BY event_no LIMIT ?`;
const RECORD = `UPDATE webhook_delivery SET delivered_no = max(delivered_no, ?4),
    lease_until_ms = ?5, failure_count = ?6, failing_since_ms = ?7, failure_message = ?8,
    next_attempt_at_ms = CASE
      WHEN ?5 IS NOT NULL OR ?7 IS NOT NULL OR pending_no > max(delivered_no, ?4) THEN ?9
    END
  WHERE wallet_no = ?1 AND endpoint_id = ?2 AND lease_token = ?3 AND lease_until_ms IS NOT NULL`;

/** See `WebhookStore.listDueEndpoints`. */
export function listDueEndpoints(
  connection: SqliteConnection,
  times: DeliveryTimes,
): readonly DueEndpoint[] {
  const { nowMs } = times;
  const values = [nowMs, misdatedLeaseMs(times), misdatedWaitMs(nowMs)] as const;
  return connection.readRows(LIST_DUE_ENDPOINTS, ...values).map(toDueEndpoint);
}

/** See `WebhookStore.claimDelivery`. */
export function claimDelivery(
  connection: SqliteConnection,
  claim: DeliveryClaim,
): WebhookDelivery | undefined {
  const { nowMs, untilMs, endpointId } = claim;
  const values = [nowMs, misdatedLeaseMs(claim), endpointId] as const;
  const find = (): SqliteRow | undefined =>
    connection.readRow(DUE_LONGEST, ...values) ??
    connection.readRow(MISDATED, ...values, misdatedWaitMs(nowMs));
  return connection.write(() => {
    const [walletNo] = (find() ?? []) as readonly [number?];
    if (walletNo === undefined) return undefined;
    const token = connection.readRow(TAKE, untilMs, walletNo, endpointId)?.[0] as number;
    const [walletId, ...row] = connection.readRow(READ_TAKEN, walletNo, endpointId) ?? [];
    return toDelivery({ endpointId, walletId: walletId as string, token }, row);
  });
}

/** See `WebhookStore.readPendingEvents`. */
export function readPendingEvents(
  connection: SqliteConnection,
  { walletId, eventBits }: WebhookDelivery,
  afterNo: number,
  limit: number,
): PendingEvents {
  return connection.read(() => {
    const walletNo = findWalletNo(connection, walletId);
    if (walletNo === undefined) return { events: [], readToNo: afterNo };
    const rows = connection.readRows(LIST_EVENTS, walletNo, afterNo, eventBits, limit);
    const ids = listEventTransactions(rows);
    const stored = new Map(findStored(connection, walletNo, ids).map((row) => [row.id, row]));
    const events = rows.map((row) => toPendingEvent(walletId, row, stored));
    const isAll = rows.length < limit;
    const newest = Math.max(afterNo, findNewestEvent(connection, walletNo));
    return { events, readToNo: isAll ? newest : (events.at(-1)?.eventNo ?? afterNo) };
  });
}

/** See `WebhookStore.recordDelivery`. */
export function recordDelivery(
  connection: SqliteConnection,
  { walletId, endpointId, token }: WebhookDelivery,
  { deliveredNo, untilMs, dueAtMs, failure }: DeliveryProgress,
): boolean {
  return connection.write(() => {
    const walletNo = findWalletNo(connection, walletId);
    if (walletNo === undefined) return false;
    const recorded = connection.change(
      RECORD,
      walletNo,
      endpointId,
      token,
      deliveredNo,
      untilMs,
      failure?.count ?? 0,
      failure?.sinceMs ?? null,
      failure?.message ?? null,
      dueAtMs,
    );
    if (recorded > 0 && untilMs === null) pruneEvents(connection, walletNo);
    return recorded > 0;
  });
}
