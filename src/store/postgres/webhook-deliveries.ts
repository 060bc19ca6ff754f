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
import type { PostgresDatabase } from './database.ts';
import { pruneEvents } from './event-pruning.ts';
import { newRevision } from './revisions.ts';
import type { PostgresRow, Statement } from './statement.ts';
import { decodeTransactionId } from './transaction-id.ts';
import { readKnown } from './transaction-writes.ts';
import { FIND_NEWEST_EVENT } from './wallet-events.ts';

const LIST_DUE_ENDPOINTS: Statement = {
  name: 'list_due_endpoints',
  text: listDueEndpointsSql('$'),
};
/** Returns the claim of a due delivery. Concurrent claims skip the rows that others have locked. */
const claimDue = (isDue: string): string => `UPDATE webhook_delivery
  SET lease_token = $3, lease_until_ms = $2
  WHERE (wallet_id, endpoint_id) = (
    SELECT due.wallet_id, due.endpoint_id FROM webhook_delivery AS due
      WHERE due.endpoint_id = $5 AND ${isDue}
        AND (due.lease_until_ms IS NULL OR due.lease_until_ms <= $1 OR due.lease_until_ms > $4)
      ORDER BY due.next_attempt_at_ms LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING wallet_id`;
const CLAIM_DUE_LONGEST: Statement = {
  name: 'claim_delivery',
  text: claimDue('due.next_attempt_at_ms <= $1'),
};
const CLAIM_MISDATED: Statement = {
  name: 'claim_misdated_delivery',
  text: claimDue('due.next_attempt_at_ms > $6'),
};
const READ_CLAIMED: Statement = {
  name: 'read_claimed_delivery',
  text: `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery AS delivery
    JOIN webhook_endpoint AS endpoint ON endpoint.id = delivery.endpoint_id
    JOIN wallet ON wallet.wallet_id = delivery.wallet_id
    WHERE delivery.wallet_id = $1 AND delivery.endpoint_id = $2`,
};
const LIST_EVENTS: Statement = {
  name: 'list_pending_events',
  text: `SELECT ${EVENT_COLUMNS} FROM wallet_event
    WHERE wallet_id = $1 AND event_no > $2 AND event & $3::smallint <> 0
    ORDER BY event_no LIMIT $4`,
};
const RECORD: Statement = {
  name: 'record_delivery',
  text: `UPDATE webhook_delivery SET delivered_no = greatest(delivered_no, $4),
      lease_until_ms = $5, failure_count = $6, failing_since_ms = $7, failure_message = $8,
      next_attempt_at_ms = CASE
        WHEN $5::bigint IS NOT NULL OR $7::bigint IS NOT NULL
          OR pending_no > greatest(delivered_no, $4) THEN $9::bigint
      END
    WHERE wallet_id = $1 AND endpoint_id = $2 AND lease_token = $3 AND lease_until_ms IS NOT NULL`,
};

/** See `WebhookStore.listDueEndpoints`. */
export async function listDueEndpoints(
  database: PostgresDatabase,
  times: DeliveryTimes,
): Promise<readonly DueEndpoint[]> {
  const { nowMs } = times;
  const values = [nowMs, misdatedLeaseMs(times), misdatedWaitMs(nowMs)] as const;
  return (await database.read(LIST_DUE_ENDPOINTS, ...values)).map(toDueEndpoint);
}

/** See `WebhookStore.claimDelivery`. */
export async function claimDelivery(
  database: PostgresDatabase,
  claim: DeliveryClaim,
): Promise<WebhookDelivery | undefined> {
  const { nowMs, untilMs, endpointId } = claim;
  const token = newRevision();
  const values = [nowMs, untilMs, token, misdatedLeaseMs(claim), endpointId] as const;
  const claimed =
    (await database.read(CLAIM_DUE_LONGEST, ...values))[0] ??
    (await database.read(CLAIM_MISDATED, ...values, misdatedWaitMs(nowMs)))[0];
  if (claimed === undefined) return undefined;
  const [walletId] = claimed as readonly [string];
  const [row] = await database.read(READ_CLAIMED, walletId, endpointId);
  return row && toDelivery({ endpointId, walletId, token }, row);
}

/** See `WebhookStore.readPendingEvents`. */
export function readPendingEvents(
  database: PostgresDatabase,
  { walletId, eventBits }: WebhookDelivery,
  afterNo: number,
  limit: number,
): Promise<PendingEvents> {
  return database.writeOfWallet(walletId, async (connection) => {
    // The newest number is read first, so that every event up to it is in the list.
    const [newest, listed] = await connection.runAll([
      [FIND_NEWEST_EVENT, walletId],
      [LIST_EVENTS, walletId, afterNo, eventBits, limit],
    ]);
    const rows = (listed?.rows ?? []).map(decodeTransaction);
    const ids = listEventTransactions(rows);
    const stored = new Map(
      (await readKnown(connection, walletId, ids)).map((row) => [row.id, row]),
    );
    const events = rows.map((row) => toPendingEvent(walletId, row, stored));
    const lastNo = Math.max(afterNo, events.at(-1)?.eventNo ?? 0);
    const isAll = rows.length < limit;
    const newestNo = newest?.rows[0]?.[0] as number;
    return { events, readToNo: isAll ? Math.max(lastNo, newestNo) : lastNo };
  });
}

/** See `WebhookStore.recordDelivery`. */
export async function recordDelivery(
  database: PostgresDatabase,
  { walletId, endpointId, token }: WebhookDelivery,
  { deliveredNo, untilMs, dueAtMs, failure }: DeliveryProgress,
): Promise<boolean> {
  const { rowCount } = await database.runOnState(
    RECORD,
    walletId,
    endpointId,
    token,
    deliveredNo,
    untilMs,
    failure?.count ?? 0,
    failure?.sinceMs ?? null,
    failure?.message ?? null,
    dueAtMs,
  );
  if (rowCount > 0 && untilMs === null) await pruneEvents(database, walletId);
  return rowCount > 0;
}

/** Returns a row of `EVENT_COLUMNS` with the identifier of its transaction as text. */
function decodeTransaction([id = null, ...values]: PostgresRow): PostgresRow {
  return [id === null ? null : decodeTransactionId(id as Uint8Array), ...values];
}
