/** The deliveries of webhook events; see `WebhookStore`. */
import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import {
  EVENT_CAUSES,
  type EventCause,
  toEventNames,
  type WebhookEventName,
} from '../../domain/webhook.ts';
import type { ClaimTimes } from '../records.ts';
import type { Database, Session } from '../sql/database.ts';
import { FOR_UPDATE_SKIP_LOCKED, GREATEST, type Query, raw, sql } from '../sql/query.ts';
import type {
  DueEndpoint,
  PendingEvent,
  PendingEvents,
  WebhookDelivery,
  WebhookStore,
} from '../webhooks.ts';
import { findNewestEvent, pruneEvents } from './events.ts';
import { isAttemptMisdated, isFree } from './due-conditions.ts';
import { readValue } from './read-value.ts';
import { readStored } from './transactions.ts';
import { randomNumber } from './random-number.ts';

/** Returns the methods of deliveries. */
export function deliveryStatements(database: Database) {
  return {
    listDueEndpoints(times) {
      const [due, misdated] = selectDue(raw('next_attempt_at_ms'), raw('endpoint.id'), times);
      return database.rows<DueEndpoint>(sql`SELECT id AS "endpointId", project_id AS "projectId" FROM (
          SELECT endpoint.id, endpoint.project_id, coalesce((${due}), (${misdated})) AS due_at_ms
            FROM webhook_endpoint AS endpoint WHERE endpoint.disabled_at_ms IS NULL
        ) AS listed WHERE due_at_ms IS NOT NULL ORDER BY due_at_ms, id`);
    },

    claimDelivery: (claim) =>
      database.write(async (session) => {
        const { untilMs, endpointId } = claim;
        const [due, misdated] = selectDue(raw('wallet_no'), sql`${endpointId}`, claim);
        const walletNo =
          (await readValue<number>(session, sql`${due} ${FOR_UPDATE_SKIP_LOCKED}`)) ??
          (await readValue<number>(session, sql`${misdated} ${FOR_UPDATE_SKIP_LOCKED}`));
        if (walletNo === undefined) return undefined;
        const token = randomNumber();
        await session.change(sql`UPDATE webhook_delivery
          SET lease_token = ${token}, lease_until_ms = ${untilMs}
          WHERE wallet_no = ${walletNo} AND endpoint_id = ${endpointId}`);
        const row = await session.row<ClaimedRow>(sql`SELECT endpoint.id AS "endpointId",
            wallet.id AS "walletId", delivery.wallet_no AS "walletNo",
            wallet.project_id AS "projectId", delivery.lease_token AS token,
            endpoint.url, endpoint.key_id AS "keyId", endpoint.sealed,
            delivery.delivered_no AS "deliveredNo", delivery.pending_no AS "pendingNo",
            delivery.failure_count AS count, delivery.failing_since_ms AS "sinceMs",
            delivery.failure_message AS message
          FROM webhook_delivery AS delivery
          JOIN webhook_endpoint AS endpoint ON endpoint.id = delivery.endpoint_id
          JOIN wallet ON wallet.wallet_no = delivery.wallet_no
          WHERE delivery.wallet_no = ${walletNo} AND delivery.endpoint_id = ${endpointId}`);
        if (row === undefined) return undefined;
        const { keyId, sealed, count, sinceMs, message, ...rest } = row;
        const failure = sinceMs === null ? null : { message: message ?? '', sinceMs, count };
        return { ...rest, credentials: { keyId, sealed }, failure };
      }),

    readPendingEvents: (delivery, afterNo, limit) =>
      database.read((session) => readPendingEvents(session, delivery, afterNo, limit)),

    async hasMorePending({ walletNo, endpointId, deliveredNo }, eventsMax) {
      const chosen = await readChosen(database, endpointId);
      const next = sql`SELECT event_no ${fromChosen(walletNo, deliveredNo, chosen)}
        ORDER BY event_no LIMIT 1 OFFSET ${eventsMax}`;
      return (await readValue<number>(database, next)) !== undefined;
    },

    async recordDelivery({ walletNo, endpointId, token }, progress) {
      const { deliveredNo, untilMs, dueAtMs, failure } = progress;
      const isHeld = sql`wallet_no = ${walletNo} AND endpoint_id = ${endpointId}
        AND lease_token = ${token} AND lease_until_ms IS NOT NULL`;
      const isUnfinished = untilMs !== null || failure !== null;
      const recorded = await database.change(sql`UPDATE webhook_delivery
        SET delivered_no = ${GREATEST}(delivered_no, ${deliveredNo}), lease_until_ms = ${untilMs},
          failure_count = ${failure?.count ?? 0}, failing_since_ms = ${failure?.sinceMs ?? null},
          failure_message = ${failure?.message ?? null},
          next_attempt_at_ms = CASE
            WHEN CAST(${isUnfinished} AS boolean) OR pending_no > ${GREATEST}(delivered_no, ${deliveredNo})
              THEN CAST(${dueAtMs} AS bigint) END
        WHERE ${isHeld}`);
      if (recorded > 0 && untilMs === null) await pruneEvents(database, walletNo);
      return recorded > 0;
    },
  } satisfies Partial<WebhookStore>;
}

/** Returns the queries of the delivery that has been due longest, and of one whose wait comes from a wrong clock. */
function selectDue(column: Query, endpointId: Query, times: ClaimTimes): readonly [Query, Query] {
  const select = (isDue: Query): Query => sql`SELECT due.${column} FROM webhook_delivery AS due
    WHERE due.endpoint_id = ${endpointId} AND ${isDue} AND ${isFree(times)}
    ORDER BY due.next_attempt_at_ms LIMIT 1`;
  return [
    select(sql`due.next_attempt_at_ms <= ${times.nowMs}`),
    select(isAttemptMisdated(times.nowMs)),
  ];
}

interface ClaimedRow extends Omit<WebhookDelivery, 'credentials' | 'failure'>, SealedCredentials {
  readonly count: number;
  readonly sinceMs: number | null;
  readonly message: string | null;
}

interface EventRow extends Omit<PendingEvent, 'walletId' | 'name' | 'cause' | 'transaction'> {
  readonly event: number;
  readonly cause: number;
}

const CAUSES = new Map<number, string>(
  Object.entries(EVENT_CAUSES).map(([name, code]) => [code, name]),
);

/** Returns the events that an endpoint has chosen, as bits; 0 if it was removed. */
async function readChosen(session: Session, endpointId: string): Promise<number> {
  const events = sql`SELECT events FROM webhook_endpoint WHERE id = ${endpointId}`;
  return (await readValue<number>(session, events)) ?? 0;
}

/** Returns the part of a query that selects the chosen events after a number. */
function fromChosen(walletNo: number, afterNo: number, chosen: number): Query {
  return sql`FROM wallet_event
    WHERE wallet_no = ${walletNo} AND event_no > ${afterNo} AND event & ${chosen} <> 0`;
}

async function readPendingEvents(
  session: Session,
  { walletId, walletNo, endpointId }: WebhookDelivery,
  afterNo: number,
  limit: number,
): Promise<PendingEvents> {
  const newestNo = await findNewestEvent(session, walletNo);
  // After the newest number: an event that the endpoint has chosen meanwhile has a later one.
  const chosen = await readChosen(session, endpointId);
  const rows = await session.rows<EventRow>(sql`SELECT event_no AS "eventNo", event, cause,
      at_ms AS "atMs", seed, detail, transaction_id AS "transactionId"
    ${fromChosen(walletNo, afterNo, chosen)}
    ORDER BY event_no LIMIT ${limit}`);
  const named = rows.flatMap(({ transactionId: id }) => (id === null ? [] : [{ id }]));
  const stored = new Map((await readStored(session, walletNo, named)).map((row) => [row.id, row]));
  const events = rows.map(({ event, cause, ...row }) => ({
    ...row,
    walletId,
    name: toEventNames(event)[0] as WebhookEventName,
    cause: (CAUSES.get(cause) ?? 'sync') as EventCause,
    transaction: stored.get(row.transactionId ?? '') ?? null,
  }));
  const isAll = rows.length < limit;
  return {
    events,
    readToNo: isAll ? Math.max(afterNo, newestNo) : (events.at(-1)?.eventNo ?? afterNo),
  };
}
