/** Webhook endpoints, and which wallets each of them includes. */
import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import { toEventBits, toEventNames, WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import { RecordNotFoundError } from '../errors.ts';
import type { Database, Session } from '../sql/database.ts';
import {
  allOf,
  EngineText,
  FOR_UPDATE,
  insertInto,
  type Query,
  raw,
  records,
  sql,
} from '../sql/query.ts';
import type {
  WebhookAdminStore,
  WebhookCredentials,
  WebhookDisabling,
  WebhookEndpoint,
  WebhookFilter,
  WebhookStatus,
  WebhookStore,
} from '../webhooks.ts';
import { findNewestEvent, pruneEvents } from './events.ts';
import { requireCurrentKey } from './master-keys.ts';
import { requireProject } from './tenants.ts';
import { numberOf } from './written-wallet.ts';

const COLUMNS = raw(`endpoint.id, endpoint.project_id AS "projectId", endpoint.url, endpoint.events,
  endpoint.wallet_ids AS "walletIds", endpoint.created_at_ms AS "createdAtMs",
  endpoint.disabled_at_ms AS "disabledAtMs", endpoint.disabled_message AS "disabledMessage"`);

/** A row of {@link COLUMNS}. */
interface EndpointRow extends Omit<WebhookEndpoint, 'events' | 'walletIds'> {
  readonly events: number;
  /** A JSON array. */
  readonly walletIds: string | null;
  readonly disabledAtMs: number | null;
  readonly disabledMessage: string | null;
}

/** The events that any endpoint of a wallet receives, as bits. */
const ANY_EVENT = new EngineText({
  sqlite: Object.values(WEBHOOK_EVENTS)
    .map((bit) => `max(events & ${bit})`)
    .join(' | '),
  postgres: 'bit_or(events)',
});

/** Returns the methods of endpoints. */
export function webhookStatements(database: Database) {
  return {
    addWebhook: (endpoint, { keyId, sealed }) =>
      database.write(async (session) => {
        const { id, projectId, url, events, walletIds, createdAtMs } = endpoint;
        // A new wallet of the project waits for this lock, so that it is added to every endpoint that includes it.
        await requireProject(session, projectId, FOR_UPDATE);
        await requireCurrentKey(session, keyId);
        const chosen = walletIds === null ? null : JSON.stringify(walletIds);
        await session.change(sql`INSERT INTO webhook_endpoint
            (id, project_id, url, events, wallet_ids, created_at_ms, key_id, sealed)
          VALUES (${id}, ${projectId}, ${url}, ${toEventBits(events)}, ${chosen}, ${createdAtMs},
            ${keyId}, ${sealed})`);
        const included = await addDeliveries(session, endpoint);
        const unknown = walletIds?.find((walletId) => !included.has(walletId));
        if (unknown !== undefined) throw new RecordNotFoundError('wallet', unknown);
      }),

    listWebhooks: (filter) => database.read((session) => listWebhooks(session, filter ?? {})),

    async readWebhook(id) {
      const row = await database.row<EndpointRow & SealedCredentials>(sql`SELECT ${COLUMNS},
          key_id AS "keyId", sealed FROM webhook_endpoint AS endpoint WHERE id = ${id}`);
      if (row === undefined) throw new RecordNotFoundError('webhook', id);
      const { keyId, sealed } = row;
      return { ...toEndpoint(row), credentials: { keyId, sealed } };
    },

    changeWebhook: (...changed) => database.write((session) => changeWebhook(session, ...changed)),

    removeWebhook: (id) =>
      endDeliveries(database, id, async (session) => {
        const removed = await session.change(sql`DELETE FROM webhook_endpoint WHERE id = ${id}`);
        if (removed === 0) throw new RecordNotFoundError('webhook', id);
      }),

    disableWebhook: (id, { message, atMs }) =>
      endDeliveries(database, id, async (session) => {
        await session.change(sql`UPDATE webhook_endpoint
          SET disabled_at_ms = ${atMs}, disabled_message = ${message}
          WHERE id = ${id} AND disabled_at_ms IS NULL`);
      }),

    enableWebhook: (id) => database.write((session) => enableWebhook(session, id)),

    listWebhookSecrets: (afterEndpointId, limit, exceptKeyId = '') =>
      database.rows<WebhookCredentials>(sql`SELECT id AS "endpointId", key_id AS "keyId", sealed
        FROM webhook_endpoint WHERE id > ${afterEndpointId} AND key_id <> ${exceptKeyId}
        ORDER BY id LIMIT ${limit}`),

    replaceWebhookSecret: ({ endpointId, sealed: previous }, { keyId, sealed }) =>
      database.write(async (session) => {
        await requireCurrentKey(session, keyId);
        const replaced = await session.change(sql`UPDATE webhook_endpoint
          SET key_id = ${keyId}, sealed = ${sealed}
          WHERE id = ${endpointId} AND sealed = ${previous}`);
        return replaced === 1;
      }),
  } satisfies Partial<WebhookAdminStore & WebhookStore>;
}

async function changeWebhook(
  session: Session,
  ...[id, { url, events }, nowMs]: Parameters<WebhookAdminStore['changeWebhook']>
): Promise<void> {
  await lockProjectOf(session, id);
  const [endpoint] = await listEndpoints(session, sql`endpoint.id = ${id}`);
  if (endpoint === undefined) throw new RecordNotFoundError('webhook', id);
  await session.change(sql`UPDATE webhook_endpoint SET url = ${url ?? endpoint.url},
      events = ${toEventBits(events ?? endpoint.events)} WHERE id = ${id}`);
  // Writers of a wallet lock its row before its deliveries, so this does too.
  await setWalletEvents(
    session,
    sql`wallet_no IN (SELECT wallet_no FROM webhook_delivery WHERE endpoint_id = ${id})`,
  );
  if (url === undefined || url === endpoint.url) return;
  // Without their leases, deliveries to the former address record nothing.
  await session.change(sql`UPDATE webhook_delivery SET lease_until_ms = NULL,
      failure_count = 0, failing_since_ms = NULL, failure_message = NULL,
      next_attempt_at_ms = CASE WHEN pending_no > delivered_no THEN CAST(${nowMs} AS bigint) END
    WHERE endpoint_id = ${id}`);
}

/** Locks the project of an endpoint first, as every change of the endpoint does, so that none waits for another in a circle. */
async function lockProjectOf(session: Session, id: string): Promise<void> {
  await session.row(sql`SELECT 1 FROM project WHERE id = (
    SELECT project_id FROM webhook_endpoint WHERE webhook_endpoint.id = ${id}) ${FOR_UPDATE}`);
}

/** Adds the deliveries of later events. Returns the wallets of the project that the endpoint includes. */
async function addDeliveries(
  session: Session,
  { id, projectId, walletIds, events }: WebhookEndpoint,
): Promise<ReadonlySet<string>> {
  const wallets = await session.rows<{ readonly no: number; readonly id: string }>(
    sql`SELECT wallet_no AS no, id FROM wallet WHERE project_id = ${projectId}`,
  );
  const chosen = walletIds && new Set(walletIds);
  const included = new Set<string>();
  for (const { no: walletNo, id: walletId } of wallets) {
    if (chosen?.has(walletId) === false) continue;
    // Waits for writers of the wallet, so that their events have numbers before the endpoint's first.
    const found = await session.change(sql`UPDATE wallet_sync
      SET webhook_events = webhook_events | ${toEventBits(events)} WHERE wallet_no = ${walletNo}`);
    // It was removed meanwhile.
    if (found === 0) continue;
    included.add(walletId);
    const newestNo = await findNewestEvent(session, walletNo);
    await session.change(sql`INSERT INTO webhook_delivery
        (endpoint_id, wallet_no, delivered_no, pending_no)
      VALUES (${id}, ${walletNo}, ${newestNo}, ${newestNo})`);
  }
  return included;
}

/** Adds a new wallet to the endpoints that include it, in the transaction that adds it. */
export async function addWalletToWebhooks(
  session: Session,
  wallet: { readonly id: string; readonly projectId: string; readonly walletNo: number },
): Promise<void> {
  const { id, projectId, walletNo } = wallet;
  const isActive = sql`endpoint.project_id = ${projectId} AND endpoint.disabled_at_ms IS NULL`;
  const active = await listEndpoints(session, isActive);
  const endpoints = active.filter((endpoint) => includesWallet(endpoint, id));
  if (endpoints.length === 0) return;
  const inserted = insertInto('webhook_delivery', endpoints, {
    endpoint_id: ['text', (endpoint) => endpoint.id],
    wallet_no: ['integer', () => walletNo],
    delivered_no: ['bigint', () => 0],
    pending_no: ['bigint', () => 0],
  });
  await session.change(inserted);
  await setWalletEvents(session, sql`wallet_no = ${walletNo}`);
}

function includesWallet({ walletIds }: WebhookEndpoint, walletId: string): boolean {
  return walletIds === null || walletIds.includes(walletId);
}

/** Computes the events that any endpoint of the wallets receives. */
async function setWalletEvents(session: Session, wallets: Query): Promise<void> {
  await session.change(sql`UPDATE wallet_sync SET webhook_events = coalesce((
      SELECT ${ANY_EVENT} FROM webhook_delivery AS delivery
        JOIN webhook_endpoint AS endpoint ON endpoint.id = delivery.endpoint_id
        WHERE delivery.wallet_no = wallet_sync.wallet_no), 0)
    WHERE ${wallets}`);
}

async function listEndpoints(session: Session, which: Query): Promise<readonly WebhookEndpoint[]> {
  const rows = await session.rows<EndpointRow>(
    sql`SELECT ${COLUMNS} FROM webhook_endpoint AS endpoint WHERE ${which}`,
  );
  return rows.map(toEndpoint);
}

async function listWebhooks(
  session: Session,
  { projectId, walletId }: WebhookFilter,
): Promise<readonly WebhookStatus[]> {
  const isListed = allOf(
    projectId !== undefined && sql`endpoint.project_id = ${projectId}`,
    walletId !== undefined &&
      sql`endpoint.project_id = (SELECT project_id FROM wallet WHERE id = ${walletId})`,
  );
  const rows = await session.rows<EndpointRow & { readonly orgId: string }>(sql`SELECT ${COLUMNS},
      project.org_id AS "orgId"
    FROM webhook_endpoint AS endpoint JOIN project ON project.id = endpoint.project_id
    WHERE ${isListed} ORDER BY endpoint.created_at_ms, endpoint.id`);
  const ofListed = allOf(
    projectId !== undefined &&
      sql`delivery.endpoint_id IN (SELECT id FROM webhook_endpoint WHERE project_id = ${projectId})`,
    walletId !== undefined && sql`delivery.wallet_no = ${numberOf(walletId)}`,
  );
  const sums = await session.rows<{ readonly id: string; readonly count: number }>(sql`SELECT
      endpoint_id AS id, CAST(sum(CASE WHEN pending_no > delivered_no
        THEN pending_no - delivered_no ELSE 0 END) AS bigint) AS count
    FROM webhook_delivery AS delivery WHERE ${ofListed} GROUP BY endpoint_id`);
  type Row = NonNullable<WebhookStatus['failing']> & { readonly endpointId: string };
  const failing =
    await session.rows<Row>(sql`SELECT endpoint_id AS "endpointId", wallet.id AS "walletId", failure_message AS message, failing_since_ms AS "sinceMs",
      next_attempt_at_ms AS "nextAttemptAtMs"
    FROM webhook_delivery AS delivery JOIN wallet ON wallet.wallet_no = delivery.wallet_no
    WHERE failing_since_ms IS NOT NULL AND ${ofListed}
    ORDER BY failing_since_ms DESC, wallet.id DESC`);
  const pending = new Map(sums.map(({ id, count }) => [id, count]));
  // The last one of each endpoint has failed longest.
  const oldest = new Map(failing.map(({ endpointId, ...rest }) => [endpointId, rest]));
  return rows
    .map((row) =>
      Object.assign(toEndpoint(row), {
        orgId: row.orgId,
        disabled: toDisabling(row),
        pendingCount: pending.get(row.id) ?? 0,
        failing: oldest.get(row.id) ?? null,
      }),
    )
    .filter((status) => walletId === undefined || includesWallet(status, walletId));
}

async function enableWebhook(session: Session, id: string): Promise<WebhookDisabling | null> {
  await lockProjectOf(session, id);
  const row = await session.row<EndpointRow>(sql`SELECT ${COLUMNS}
    FROM webhook_endpoint AS endpoint WHERE id = ${id} ${FOR_UPDATE}`);
  if (row === undefined) throw new RecordNotFoundError('webhook', id);
  const disabled = toDisabling(row);
  if (disabled === null) return null;
  await session.change(sql`UPDATE webhook_endpoint
    SET disabled_at_ms = NULL, disabled_message = NULL WHERE id = ${id}`);
  // A chosen wallet may have been removed since.
  await addDeliveries(session, toEndpoint(row));
  return disabled;
}

/** Ends the deliveries to an endpoint in the transaction of `end`, then removes events that no other one needs. */
async function endDeliveries(
  database: Database,
  id: string,
  end: (session: Session) => Promise<void>,
): Promise<void> {
  const covered = await database.write(async (session) => {
    await lockProjectOf(session, id);
    const wallets = await session.rows<{ readonly wallet_no: number }>(
      sql`SELECT wallet_no FROM webhook_delivery WHERE endpoint_id = ${id} ORDER BY wallet_no`,
    );
    const list = records(wallets, { wallet_no: ['integer', (wallet) => wallet.wallet_no] });
    // Writers of a wallet lock its row first, so this does too.
    await session.rows(sql`SELECT 1 FROM wallet_sync
      WHERE wallet_no IN (SELECT list.wallet_no FROM ${list} AS list) ${FOR_UPDATE}`);
    await session.change(sql`DELETE FROM webhook_delivery WHERE endpoint_id = ${id}`);
    await end(session);
    await setWalletEvents(session, sql`wallet_no IN (SELECT list.wallet_no FROM ${list} AS list)`);
    return wallets;
  });
  for (const wallet of covered) {
    while (await pruneEvents(database, wallet.wallet_no));
  }
}

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  const { id, projectId, url, events, walletIds, createdAtMs } = row;
  return {
    id,
    projectId,
    url,
    events: toEventNames(events),
    walletIds: walletIds === null ? null : (JSON.parse(walletIds) as readonly string[]),
    createdAtMs,
  };
}

function toDisabling(row: EndpointRow): WebhookDisabling | null {
  const { disabledAtMs: atMs, disabledMessage } = row;
  return atMs === null ? null : { message: disabledMessage ?? '', atMs };
}
