/** Webhook endpoints; see `WebhookAdminStore`. */
import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import { toEventBits } from '../../domain/webhook.ts';
import { RecordNotFoundError } from '../errors.ts';
import {
  ENDPOINT_COLUMNS,
  requireWallets,
  toDisabling,
  toSealedEndpoint,
  toWebhookCount,
  toWebhookCredentials,
  toWebhookStatuses,
  writeWalletIds,
} from '../webhook-rows.ts';
import type {
  WebhookCount,
  WebhookCredentials,
  WebhookDisabling,
  WebhookEndpoint,
  WebhookFilter,
  WebhookStatus,
} from '../webhooks.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { pruneAllEvents } from './event-pruning.ts';
import { LOCK_MASTER_KEY, requireCurrentKey } from './master-keys.ts';
import type { BoundStatement, PostgresRow, Statement } from './statement.ts';

/** Conflicts with the lock that a new wallet takes on its project. */
const LOCK_PROJECT: Statement = {
  name: 'lock_project',
  text: 'SELECT 1 FROM project WHERE id = $1 FOR UPDATE',
};
const ADD: Statement = {
  name: 'add_webhook',
  text: `INSERT INTO webhook_endpoint
      (id, project_id, url, events, wallet_ids, created_at_ms, key_id, sealed)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
};
/** Waits for the writers of the wallets, so that their events have numbers before the endpoint's first. */
const SET_EVENTS_OF_WALLETS: Statement = {
  name: 'add_webhook_events',
  text: `UPDATE wallet_sync SET webhook_events = webhook_events | $3::smallint
    WHERE wallet_id IN (SELECT wallet.wallet_id FROM wallet
      WHERE project_id = $1 AND ($2::text[] IS NULL OR wallet.wallet_id = ANY ($2::text[])))
    RETURNING wallet_id`,
};
const LIST_NEWEST: Statement = {
  name: 'list_newest_events',
  text: `SELECT wallet_id, max(event_no) FROM wallet_event
    WHERE wallet_id = ANY ($1::text[]) GROUP BY wallet_id`,
};
const ADD_DELIVERIES: Statement = {
  name: 'add_webhook_deliveries',
  text: `INSERT INTO webhook_delivery (endpoint_id, wallet_id, delivered_no, pending_no)
    SELECT $1, wallet_id, newest_no, newest_no
      FROM unnest($2::text[], $3::bigint[]) AS made (wallet_id, newest_no)`,
};
const INCLUDES_WALLET =
  '(endpoint.wallet_ids IS NULL OR jsonb_exists(endpoint.wallet_ids::jsonb, $2))';
const ADD_DELIVERIES_OF_WALLET: Statement = {
  name: 'add_wallet_deliveries',
  text: `INSERT INTO webhook_delivery (endpoint_id, wallet_id, delivered_no, pending_no)
    SELECT endpoint.id, $2, 0, 0 FROM webhook_endpoint AS endpoint
      WHERE endpoint.project_id = $1 AND endpoint.disabled_at_ms IS NULL AND ${INCLUDES_WALLET}`,
};
const SET_EVENTS_OF_WALLET: Statement = {
  name: 'set_webhook_events',
  text: `UPDATE wallet_sync SET webhook_events = coalesce((
      SELECT bit_or(endpoint.events) FROM webhook_delivery AS delivery
        JOIN webhook_endpoint AS endpoint ON endpoint.id = delivery.endpoint_id
        WHERE delivery.wallet_id = $1), 0)
    WHERE wallet_id = $1`,
};
/** Runs before the deliveries are removed, because writers of a wallet lock its row of `wallet_sync` first. */
const UNSET_EVENTS_OF_WALLETS: Statement = {
  name: 'remove_webhook_events',
  text: `UPDATE wallet_sync SET webhook_events = coalesce((
      SELECT bit_or(endpoint.events) FROM webhook_delivery AS delivery
        JOIN webhook_endpoint AS endpoint ON endpoint.id = delivery.endpoint_id
        WHERE delivery.wallet_id = wallet_sync.wallet_id AND endpoint.id <> $1), 0)
    WHERE wallet_id IN (SELECT covered.wallet_id FROM webhook_delivery AS covered
      WHERE covered.endpoint_id = $1)
    RETURNING wallet_id`,
};
const LIST: Statement = {
  name: 'list_webhooks',
  text: `SELECT ${ENDPOINT_COLUMNS}, project.org_id, endpoint.disabled_at_ms, endpoint.disabled_message
    FROM webhook_endpoint AS endpoint JOIN project ON project.id = endpoint.project_id
    WHERE ($1::text IS NULL OR endpoint.project_id = $1)
      AND ($2::text IS NULL OR (${INCLUDES_WALLET}
        AND endpoint.project_id = (SELECT project_id FROM wallet WHERE wallet_id = $2)))
    ORDER BY endpoint.created_at_ms, endpoint.id`,
};
const SUM_DELIVERIES: Statement = {
  name: 'sum_webhook_deliveries',
  text: `SELECT endpoint_id, sum(greatest(0, pending_no - delivered_no))::bigint
    FROM webhook_delivery WHERE $1::text IS NULL OR wallet_id = $1 GROUP BY endpoint_id`,
};
const LIST_FAILING: Statement = {
  name: 'list_failing_webhooks',
  text: `SELECT DISTINCT ON (endpoint_id) endpoint_id, wallet_id, failure_message,
      failing_since_ms, next_attempt_at_ms
    FROM webhook_delivery
    WHERE failing_since_ms IS NOT NULL AND ($1::text IS NULL OR wallet_id = $1)
    ORDER BY endpoint_id, failing_since_ms`,
};
const FIND: Statement = {
  name: 'find_webhook',
  text: `SELECT ${ENDPOINT_COLUMNS}, key_id, sealed FROM webhook_endpoint AS endpoint WHERE id = $1`,
};
const REMOVE: Statement = {
  name: 'remove_webhook',
  text: 'DELETE FROM webhook_endpoint WHERE id = $1',
};
const DISABLE: Statement = {
  name: 'disable_webhook',
  text: `UPDATE webhook_endpoint SET disabled_at_ms = $2, disabled_message = $3
    WHERE id = $1 AND disabled_at_ms IS NULL`,
};
const FIND_DISABLED: Statement = {
  name: 'find_disabled_webhook',
  text: `SELECT project_id, wallet_ids, events, disabled_at_ms, disabled_message
    FROM webhook_endpoint WHERE id = $1`,
};
const ENABLE: Statement = {
  name: 'enable_webhook',
  text: `UPDATE webhook_endpoint SET disabled_at_ms = NULL, disabled_message = NULL WHERE id = $1`,
};
const REMOVE_DELIVERIES: Statement = {
  name: 'remove_webhook_deliveries',
  text: 'DELETE FROM webhook_delivery WHERE endpoint_id = $1',
};
const LOCK_PROJECT_OF_WEBHOOK: Statement = {
  name: 'lock_project_of_webhook',
  text: `SELECT 1 FROM project WHERE id = (SELECT project_id FROM webhook_endpoint
    WHERE webhook_endpoint.id = $1) FOR UPDATE`,
};
const LIST_SECRETS: Statement = {
  name: 'list_webhook_secrets',
  text: 'SELECT id, key_id, sealed FROM webhook_endpoint WHERE id > $1 ORDER BY id LIMIT $2',
};
const LIST_SECRETS_OF_OTHER_KEYS: Statement = {
  name: 'list_webhook_secrets_of_other_keys',
  text: `SELECT id, key_id, sealed FROM webhook_endpoint
    WHERE key_id <> $1 AND id > $2 ORDER BY id LIMIT $3`,
};
const REPLACE_SECRET: Statement = {
  name: 'replace_webhook_secret',
  text: 'UPDATE webhook_endpoint SET key_id = $2, sealed = $3 WHERE id = $1 AND sealed = $4',
};
const COUNT: Statement = { name: 'count_webhooks', text: 'SELECT * FROM count_webhooks()' };

/** See `WebhookAdminStore.addWebhook`. */
export function addWebhook(
  database: PostgresDatabase,
  endpoint: WebhookEndpoint,
  { keyId, sealed }: SealedCredentials,
): Promise<void> {
  const { id, projectId, url, events, walletIds, createdAtMs } = endpoint;
  const bits = toEventBits(events);
  const chosen = writeWalletIds(endpoint);
  return database.write(async (connection) => {
    const [key, project] = await connection.runAll([[LOCK_MASTER_KEY], [LOCK_PROJECT, projectId]]);
    requireCurrentKey(key?.rows, keyId);
    if (project?.rowCount === 0) throw new RecordNotFoundError('project', projectId);
    const [, covered] = await connection.runAll([
      [ADD, id, projectId, url, bits, chosen, createdAtMs, keyId, sealed],
      [SET_EVENTS_OF_WALLETS, projectId, walletIds, bits],
    ]);
    const found = listIds(covered);
    requireWallets(endpoint, found);
    await addDeliveries(connection, id, found);
  });
}

/** Returns the first column of a result. */
function listIds(result: { readonly rows: readonly PostgresRow[] } | undefined): readonly string[] {
  return (result?.rows ?? []).map(([id]) => id as string);
}

async function addDeliveries(
  connection: PostgresConnection,
  id: string,
  walletIds: readonly string[],
): Promise<void> {
  if (walletIds.length === 0) return;
  const { rows } = await connection.run(LIST_NEWEST, walletIds);
  const newest = new Map(rows as readonly (readonly [string, number])[]);
  const numbers = walletIds.map((walletId) => newest.get(walletId) ?? 0);
  await connection.run(ADD_DELIVERIES, id, walletIds, numbers);
}

/** Returns the statements that add a new wallet to the endpoints that include it. */
export function addWalletToWebhooks(
  walletId: string,
  projectId: string,
): readonly BoundStatement[] {
  return [
    [ADD_DELIVERIES_OF_WALLET, projectId, walletId],
    [SET_EVENTS_OF_WALLET, walletId],
  ];
}

/** See `WebhookAdminStore.listWebhooks`. */
export async function listWebhooks(
  database: PostgresDatabase,
  { projectId = null, walletId = null }: Partial<Record<keyof WebhookFilter, string | null>> = {},
): Promise<readonly WebhookStatus[]> {
  const [listed, sums, failures] = await database.readAll([
    [LIST, projectId, walletId],
    [SUM_DELIVERIES, walletId],
    [LIST_FAILING, walletId],
  ]);
  return toWebhookStatuses(listed?.rows ?? [], sums?.rows ?? [], failures?.rows ?? []);
}

/** See `WebhookAdminStore.readWebhook`. */
export async function readWebhook(
  database: PostgresDatabase,
  id: string,
): Promise<WebhookEndpoint & { readonly credentials: SealedCredentials }> {
  const [row] = await database.read(FIND, id);
  if (row === undefined) throw new RecordNotFoundError('webhook', id);
  return toSealedEndpoint(row);
}

/** See `WebhookAdminStore.removeWebhook`. */
export async function removeWebhook(database: PostgresDatabase, id: string): Promise<void> {
  await endDeliveries(database, id, async (connection) => {
    const { rowCount } = await connection.run(REMOVE, id);
    if (rowCount === 0) throw new RecordNotFoundError('webhook', id);
  });
}

/** See `WebhookStore.disableWebhook`. */
export async function disableWebhook(
  database: PostgresDatabase,
  id: string,
  { message, atMs }: WebhookDisabling,
): Promise<void> {
  await endDeliveries(database, id, (connection) => connection.run(DISABLE, id, atMs, message));
}

/** Ends the deliveries to an endpoint in the transaction of `end`, then removes events that no other one needs. */
async function endDeliveries(
  database: PostgresDatabase,
  id: string,
  end: (connection: PostgresConnection) => Promise<unknown>,
): Promise<void> {
  const covered = await database.write(async (connection) => {
    const [, wallets] = await connection.runAll([
      [LOCK_PROJECT_OF_WEBHOOK, id],
      [UNSET_EVENTS_OF_WALLETS, id],
      [REMOVE_DELIVERIES, id],
    ]);
    await end(connection);
    return listIds(wallets);
  });
  for (const walletId of covered) await pruneAllEvents(database, walletId);
}

/** See `WebhookAdminStore.enableWebhook`. */
export function enableWebhook(
  database: PostgresDatabase,
  id: string,
): Promise<WebhookDisabling | null> {
  return database.write(async (connection) => {
    const [, found] = await connection.runAll([
      [LOCK_PROJECT_OF_WEBHOOK, id],
      [FIND_DISABLED, id],
    ]);
    const [row] = found?.rows ?? [];
    if (row === undefined) throw new RecordNotFoundError('webhook', id);
    const [projectId, chosen, bits, ...rest] = row as readonly [
      string,
      string | null,
      number,
      ...PostgresRow,
    ];
    const disabled = toDisabling(rest);
    if (disabled === null) return null;
    const walletIds = chosen === null ? null : (JSON.parse(chosen) as readonly string[]);
    const [, covered] = await connection.runAll([
      [ENABLE, id],
      [SET_EVENTS_OF_WALLETS, projectId, walletIds, bits],
    ]);
    await addDeliveries(connection, id, listIds(covered));
    return disabled;
  });
}

/** See `WebhookAdminStore.listWebhookSecretsOfOtherKeys`. */
export async function listWebhookSecretsOfOtherKeys(
  database: PostgresDatabase,
  keyId: string,
  afterEndpointId: string,
  limit: number,
): Promise<readonly WebhookCredentials[]> {
  const rows = await database.read(LIST_SECRETS_OF_OTHER_KEYS, keyId, afterEndpointId, limit);
  return rows.map(toWebhookCredentials);
}

/** See `WebhookAdminStore.resealWebhookSecret`. */
export async function resealWebhookSecret(
  database: PostgresDatabase,
  { endpointId, sealed: previous }: WebhookCredentials,
  { keyId, sealed }: SealedCredentials,
): Promise<void> {
  await database.run(REPLACE_SECRET, endpointId, keyId, sealed, previous);
}

/** See `WebhookStore.listWebhookSecrets`. */
export async function listWebhookSecrets(
  database: PostgresDatabase,
  afterEndpointId: string,
  limit: number,
): Promise<readonly WebhookCredentials[]> {
  return (await database.read(LIST_SECRETS, afterEndpointId, limit)).map(toWebhookCredentials);
}

/** See `WebhookStore.replaceWebhookSecret`. */
export function replaceWebhookSecret(
  database: PostgresDatabase,
  { endpointId, sealed: previous }: WebhookCredentials,
  { keyId, sealed }: SealedCredentials,
): Promise<boolean> {
  return database.write(async (connection) => {
    const [locked, replaced] = await connection.runAll([
      [LOCK_MASTER_KEY],
      [REPLACE_SECRET, endpointId, keyId, sealed, previous],
    ]);
    requireCurrentKey(locked?.rows, keyId);
    return replaced?.rowCount === 1;
  });
}

/** See `ServingStore.countWebhooks`. */
export async function countWebhooks(database: PostgresDatabase): Promise<readonly WebhookCount[]> {
  return (await database.read(COUNT)).map(toWebhookCount);
}
