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
import type { SqliteConnection, SqliteRow } from './connection.ts';
import { requireCurrentKey } from './master-keys.ts';
import { requireProject } from './tenants.ts';
import { findNewestEvent } from './wallet-events.ts';

/** Maximum events that one transaction removes. */
const PRUNED_EVENTS_MAX = 10_000;

const ADD = `INSERT INTO webhook_endpoint
    (id, project_id, url, events, wallet_ids, created_at_ms, key_id, sealed)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const LIST_WALLETS = `SELECT wallet_no, id FROM wallet
  WHERE project_id = ?1 AND (?2 IS NULL OR id IN (SELECT value FROM json_each(?2)))`;
const ADD_DELIVERY = `INSERT INTO webhook_delivery
    (endpoint_id, wallet_no, delivered_no, pending_no) VALUES (?1, ?2, ?3, ?3)`;
const INCLUDES_WALLET = `(endpoint.wallet_ids IS NULL
  OR ?2 IN (SELECT value FROM json_each(endpoint.wallet_ids)))`;
const ADD_DELIVERIES = `INSERT INTO webhook_delivery (endpoint_id, wallet_no, delivered_no, pending_no)
  SELECT endpoint.id, ?3, 0, 0 FROM webhook_endpoint AS endpoint
    WHERE endpoint.project_id = ?1 AND endpoint.disabled_at_ms IS NULL AND ${INCLUDES_WALLET}`;
const SET_WALLET_EVENTS = `UPDATE wallet_sync SET webhook_events = coalesce((
    SELECT max(events & 1) | max(events & 2) | max(events & 4) | max(events & 8)
      FROM webhook_delivery AS delivery
      JOIN webhook_endpoint AS endpoint ON endpoint.id = delivery.endpoint_id
      WHERE delivery.wallet_no = wallet_sync.wallet_no), 0)
  WHERE wallet_no = ?`;
const LIST = `SELECT ${ENDPOINT_COLUMNS}, project.org_id, endpoint.disabled_at_ms, endpoint.disabled_message
  FROM webhook_endpoint AS endpoint JOIN project ON project.id = endpoint.project_id
  WHERE (?1 IS NULL OR endpoint.project_id = ?1) AND (?2 IS NULL OR (${INCLUDES_WALLET}
    AND endpoint.project_id = (SELECT project_id FROM wallet WHERE id = ?2)))
  ORDER BY endpoint.created_at_ms, endpoint.id`;
const OF_WALLET = '(?1 IS NULL OR wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?1))';
const SUM_DELIVERIES = `SELECT endpoint_id, sum(max(0, pending_no - delivered_no))
  FROM webhook_delivery WHERE ${OF_WALLET} GROUP BY endpoint_id`;
/** SQLite takes the other columns from the row with the minimum. */
const LIST_FAILING = `SELECT endpoint_id,
    (SELECT id FROM wallet WHERE wallet.wallet_no = webhook_delivery.wallet_no),
    failure_message, min(failing_since_ms), next_attempt_at_ms
  FROM webhook_delivery WHERE failing_since_ms IS NOT NULL AND ${OF_WALLET} GROUP BY endpoint_id`;
const FIND = `SELECT ${ENDPOINT_COLUMNS}, key_id, sealed FROM webhook_endpoint AS endpoint WHERE id = ?`;
const FIND_DISABLED = `SELECT project_id, wallet_ids, disabled_at_ms, disabled_message
  FROM webhook_endpoint WHERE id = ?`;
const DISABLE = `UPDATE webhook_endpoint SET disabled_at_ms = ?, disabled_message = ?
  WHERE id = ? AND disabled_at_ms IS NULL`;
const ENABLE = `UPDATE webhook_endpoint SET disabled_at_ms = NULL, disabled_message = NULL
  WHERE id = ?`;
const LIST_DELIVERIES = 'SELECT wallet_no FROM webhook_delivery WHERE endpoint_id = ?';
const LIST_SECRETS =
  'SELECT id, key_id, sealed FROM webhook_endpoint WHERE id > ? ORDER BY id LIMIT ?';
const LIST_SECRETS_OF_OTHER_KEYS = `SELECT id, key_id, sealed FROM webhook_endpoint
  WHERE key_id <> ? AND id > ? ORDER BY id LIMIT ?`;
const REPLACE_SECRET =
  'UPDATE webhook_endpoint SET key_id = ?, sealed = ? WHERE id = ? AND sealed = ?';
const COUNT = `SELECT CASE
      WHEN disabled_at_ms IS NOT NULL THEN 'disabled'
      WHEN failing_since_ms IS NOT NULL THEN 'failing'
      ELSE 'active'
    END AS state, count(*), sum(pending), min(failing_since_ms)
  FROM (
    SELECT endpoint.id, disabled_at_ms, min(failing_since_ms) AS failing_since_ms,
        coalesce(sum(max(0, pending_no - delivered_no)), 0) AS pending
      FROM webhook_endpoint AS endpoint
      LEFT JOIN webhook_delivery AS delivery ON delivery.endpoint_id = endpoint.id
      GROUP BY endpoint.id)
  GROUP BY state ORDER BY state`;
/** Removes events up to the last that every endpoint has received; not the newest, whose number is needed. */
const PRUNE = `DELETE FROM wallet_event WHERE wallet_no = ?1 AND event_no < min(
    (SELECT min(event_no) FROM wallet_event WHERE wallet_no = ?1) + ?2,
    (SELECT max(event_no) FROM wallet_event WHERE wallet_no = ?1),
    coalesce((SELECT min(delivered_no) + 1 FROM webhook_delivery WHERE wallet_no = ?1), 1e18))`;

/** See `WebhookAdminStore.addWebhook`. */
export function addWebhook(
  connection: SqliteConnection,
  endpoint: WebhookEndpoint,
  { keyId, sealed }: SealedCredentials,
): void {
  const { id, projectId, url, events, createdAtMs } = endpoint;
  const chosen = writeWalletIds(endpoint);
  connection.write(() => {
    requireProject(connection, projectId);
    requireCurrentKey(connection, keyId);
    connection.change(
      ADD,
      id,
      projectId,
      url,
      toEventBits(events),
      chosen,
      createdAtMs,
      keyId,
      sealed,
    );
    requireWallets(endpoint, addDeliveries(connection, id, projectId, chosen));
  });
}

/**
 * Adds the deliveries of later events to an endpoint, and returns its wallets.
 *
 * @param chosen a JSON array of wallets; `null` for all of the project.
 */
function addDeliveries(
  connection: SqliteConnection,
  id: string,
  projectId: string,
  chosen: string | null,
): readonly string[] {
  return connection.readRows(LIST_WALLETS, projectId, chosen).map((row) => {
    const [walletNo, walletId] = row as unknown as readonly [number, string];
    connection.change(ADD_DELIVERY, id, walletNo, findNewestEvent(connection, walletNo));
    connection.change(SET_WALLET_EVENTS, walletNo);
    return walletId;
  });
}

/** Adds a new wallet to the endpoints that include it, in the transaction that adds it. */
export function addWalletToWebhooks(
  connection: SqliteConnection,
  wallet: { readonly id: string; readonly projectId: string; readonly walletNo: number },
): void {
  const { id, projectId, walletNo } = wallet;
  if (connection.change(ADD_DELIVERIES, projectId, id, walletNo) === 0) return;
  connection.change(SET_WALLET_EVENTS, walletNo);
}

/** See `WebhookAdminStore.listWebhooks`. */
export function listWebhooks(
  connection: SqliteConnection,
  { projectId = null, walletId = null }: Partial<Record<keyof WebhookFilter, string | null>> = {},
): readonly WebhookStatus[] {
  return connection.read(() =>
    toWebhookStatuses(
      connection.readRows(LIST, projectId, walletId),
      connection.readRows(SUM_DELIVERIES, walletId),
      connection.readRows(LIST_FAILING, walletId),
    ),
  );
}

/** See `WebhookAdminStore.readWebhook`. */
export function readWebhook(
  connection: SqliteConnection,
  id: string,
): WebhookEndpoint & { readonly credentials: SealedCredentials } {
  const row = connection.readRow(FIND, id);
  if (row === undefined) throw new RecordNotFoundError('webhook', id);
  return toSealedEndpoint(row);
}

/** See `WebhookAdminStore.removeWebhook`. */
export function removeWebhook(connection: SqliteConnection, id: string): void {
  const walletNos = connection.write(() => {
    const covered = listCovered(connection, id);
    if (connection.change('DELETE FROM webhook_endpoint WHERE id = ?', id) === 0) {
      throw new RecordNotFoundError('webhook', id);
    }
    for (const walletNo of covered) connection.change(SET_WALLET_EVENTS, walletNo);
    return covered;
  });
  for (const walletNo of walletNos) pruneAll(connection, walletNo);
}

/** See `WebhookStore.disableWebhook`. */
export function disableWebhook(
  connection: SqliteConnection,
  id: string,
  { message, atMs }: WebhookDisabling,
): void {
  const walletNos = connection.write(() => {
    const covered = listCovered(connection, id);
    connection.change(DISABLE, atMs, message, id);
    connection.change('DELETE FROM webhook_delivery WHERE endpoint_id = ?', id);
    for (const walletNo of covered) connection.change(SET_WALLET_EVENTS, walletNo);
    return covered;
  });
  for (const walletNo of walletNos) pruneAll(connection, walletNo);
}

/** See `WebhookAdminStore.enableWebhook`. */
export function enableWebhook(connection: SqliteConnection, id: string): WebhookDisabling | null {
  return connection.write(() => {
    const row = connection.readRow(FIND_DISABLED, id);
    if (row === undefined) throw new RecordNotFoundError('webhook', id);
    const [projectId, chosen, ...rest] = row as readonly [string, string | null, ...SqliteRow];
    const disabled = toDisabling(rest);
    if (disabled === null) return null;
    connection.change(ENABLE, id);
    addDeliveries(connection, id, projectId, chosen);
    return disabled;
  });
}

/** Removes events that every endpoint of the wallet has received. Returns the number of removed events. */
export function pruneEvents(connection: SqliteConnection, walletNo: number): number {
  return connection.change(PRUNE, walletNo, PRUNED_EVENTS_MAX);
}

/** See `WebhookAdminStore.listWebhookSecretsOfOtherKeys`. */
export function listWebhookSecretsOfOtherKeys(
  connection: SqliteConnection,
  keyId: string,
  afterEndpointId: string,
  limit: number,
): readonly WebhookCredentials[] {
  return connection
    .readRows(LIST_SECRETS_OF_OTHER_KEYS, keyId, afterEndpointId, limit)
    .map(toWebhookCredentials);
}

/** See `WebhookAdminStore.resealWebhookSecret`. */
export function resealWebhookSecret(
  connection: SqliteConnection,
  previous: WebhookCredentials,
  next: SealedCredentials,
): void {
  replaceSealed(connection, previous, next);
}

/** See `WebhookStore.listWebhookSecrets`. */
export function listWebhookSecrets(
  connection: SqliteConnection,
  afterEndpointId: string,
  limit: number,
): readonly WebhookCredentials[] {
  return connection.readRows(LIST_SECRETS, afterEndpointId, limit).map(toWebhookCredentials);
}

/** See `WebhookStore.replaceWebhookSecret`. */
export function replaceWebhookSecret(
  connection: SqliteConnection,
  previous: WebhookCredentials,
  next: SealedCredentials,
): boolean {
  return connection.write(() => {
    requireCurrentKey(connection, next.keyId);
    return replaceSealed(connection, previous, next);
  });
}

function replaceSealed(
  connection: SqliteConnection,
  { endpointId, sealed: previous }: WebhookCredentials,
  { keyId, sealed }: SealedCredentials,
): boolean {
  return connection.change(REPLACE_SECRET, keyId, sealed, endpointId, previous) > 0;
}

/** See `ServingStore.countWebhooks`. */
export function countWebhooks(connection: SqliteConnection): readonly WebhookCount[] {
  return connection.readRows(COUNT).map(toWebhookCount);
}

function listCovered(connection: SqliteConnection, id: string): readonly number[] {
  return connection.readRows(LIST_DELIVERIES, id).map(([walletNo]) => walletNo as number);
}

/** Removes the events of a wallet in short transactions, so that other writers do not wait. */
function pruneAll(connection: SqliteConnection, walletNo: number): void {
  while (pruneEvents(connection, walletNo) === PRUNED_EVENTS_MAX);
}
