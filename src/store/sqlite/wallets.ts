/** Wallets, their credentials and the state of their synchronisation. */
import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import type { StoreCheck } from '../admin.ts';
import { ExternalIdTakenError, RecordExistsError, RecordNotFoundError } from '../errors.ts';
import type { WalletRecord, WalletSyncState } from '../records.ts';
import type { WalletCount } from '../serving.ts';
import { isSyncStateCorrupted, reportSyncStates } from '../sync-state-checksum.ts';
import type { SqliteConnection, SqliteRow } from './connection.ts';
import { requireCurrentKey } from './master-keys.ts';
import { NEW_REVISION } from './revisions.ts';
import { requireProject } from './tenants.ts';
import { addWalletToWebhooks } from './webhooks.ts';

const WALLET_COLUMNS = `wallet.id, wallet.project_id, wallet.exchange, wallet.label,
  wallet.external_id, wallet.imports_only, wallet.created_at_ms`;
/** The columns of the state of a wallet's synchronisation, for {@link toSyncState}. */
export const SYNC_COLUMNS = `wallet_sync.last_sync_at_ms, wallet_sync.history_complete,
  wallet_sync.next_run_at_ms, wallet_sync.failure_code, wallet_sync.failure_message,
  wallet_sync.failure_at_ms, wallet_sync.failure_count, wallet_sync.has_imports`;
const WALLET_COLUMN_COUNT = 7;

const ADD_CREDENTIALS =
  'INSERT INTO wallet_credentials (wallet_no, key_id, sealed) VALUES (?, ?, ?)';
/** Adds sync states that are due at a time; a wallet that only takes imports is never due. The end selects wallets. */
export const ADD_SYNC_STATES = `INSERT INTO wallet_sync
    (wallet_no, next_run_at_ms, history_complete, transactions_revision, balances_revision)
  SELECT wallet_no, iif(imports_only, NULL, ?), imports_only, ${NEW_REVISION}, ${NEW_REVISION}`;

/** See `AdminStore.addWallet`. */
export function addWallet(
  connection: SqliteConnection,
  wallet: WalletRecord,
  credentials: SealedCredentials | undefined,
): void {
  connection.write(() => {
    requireProject(connection, wallet.projectId);
    const row = connection.readRow(
      `INSERT INTO wallet (id, project_id, exchange, label, external_id, imports_only, created_at_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING wallet_no`,
      wallet.id,
      wallet.projectId,
      wallet.exchange,
      wallet.label,
      wallet.externalId,
      Number(wallet.importsOnly),
      wallet.createdAtMs,
    );
    if (row === undefined) {
      if (findWallet(connection, wallet.id) !== undefined) {
        throw new RecordExistsError('wallet', wallet.id);
      }
      throw new ExternalIdTakenError(wallet.externalId ?? '');
    }
    const walletNo = row[0] as number;
    if (credentials !== undefined) {
      requireCurrentKey(connection, credentials.keyId);
      connection.change(ADD_CREDENTIALS, walletNo, credentials.keyId, credentials.sealed);
    }
    connection.change(
      `${ADD_SYNC_STATES} FROM wallet WHERE wallet_no = ?`,
      wallet.createdAtMs,
      walletNo,
    );
    addWalletToWebhooks(connection, { ...wallet, walletNo });
  });
}

const REPLACE_CREDENTIALS =
  'UPDATE wallet_credentials SET key_id = ?2, sealed = ?3 WHERE wallet_no = ?1';
/** The higher token makes the worker that has the lease lose it. */
const RESTART = `UPDATE wallet_sync SET next_run_at_ms = ?2, failure_code = NULL,
    failure_message = NULL, failure_at_ms = NULL, failure_count = 0,
    lease_token = lease_token + (lease_until_ms IS NOT NULL), lease_until_ms = NULL,
    checksum = NULL
  WHERE wallet_no = ?1`;

/** See `AdminStore.replaceCredentials`. */
export function replaceCredentials(
  connection: SqliteConnection,
  walletId: string,
  { keyId, sealed }: SealedCredentials,
  dueAtMs: number,
): void {
  connection.write(() => {
    const walletNo = requireWalletNo(connection, walletId);
    requireCurrentKey(connection, keyId);
    if (connection.change(REPLACE_CREDENTIALS, walletNo, keyId, sealed) === 0) {
      throw new RecordNotFoundError('wallet with credentials', walletId);
    }
    connection.change(RESTART, walletNo, dueAtMs);
  });
}

/** See `AdminStore.removeWallet`. The foreign keys of all tables with data of a wallet delete their rows. */
export function removeWallet(connection: SqliteConnection, walletId: string): void {
  if (connection.change('DELETE FROM wallet WHERE id = ?', walletId) === 0) {
    throw new RecordNotFoundError('wallet', walletId);
  }
}

/** See `SyncStore.findWallet`. */
export function findWallet(connection: SqliteConnection, id: string): WalletRecord | undefined {
  const row = connection.readRow(`SELECT ${WALLET_COLUMNS} FROM wallet WHERE id = ?`, id);
  return row === undefined ? undefined : toWallet(row);
}

/** See `AdminStore.listWallets`. */
export function listWallets(
  connection: SqliteConnection,
  projectId: string | undefined,
): readonly (WalletRecord & { readonly sync: WalletSyncState })[] {
  const select = `SELECT ${WALLET_COLUMNS}, ${SYNC_COLUMNS}
    FROM wallet JOIN wallet_sync ON wallet_sync.wallet_no = wallet.wallet_no`;
  const order = 'ORDER BY wallet.created_at_ms, wallet.id';
  const rows =
    projectId === undefined
      ? connection.readRows(`${select} ${order}`)
      : connection.readRows(`${select} WHERE wallet.project_id = ? ${order}`, projectId);
  return rows.map((row) =>
    Object.assign(toWallet(row), { sync: toSyncState(row.slice(WALLET_COLUMN_COUNT)) }),
  );
}

const COUNT_WALLETS = `SELECT wallet.exchange,
    CASE
      WHEN imports_only THEN 'imported'
      WHEN next_run_at_ms IS NULL AND failure_code IS NOT NULL THEN 'stopped'
      WHEN failure_code IS NOT NULL THEN 'failing'
      WHEN last_sync_at_ms IS NULL THEN 'new'
      WHEN history_complete THEN 'synced'
      ELSE 'backfilling'
    END AS state, count(*), min(last_sync_at_ms), sum((
      SELECT count(*) FROM wallet_quarantine WHERE wallet_quarantine.wallet_no = wallet.wallet_no))
  FROM wallet JOIN wallet_sync ON wallet_sync.wallet_no = wallet.wallet_no
  GROUP BY wallet.exchange, state ORDER BY wallet.exchange, state`;

/** See `ServingStore.countWallets`. */
export function countWallets(connection: SqliteConnection): readonly WalletCount[] {
  return connection
    .readRows(COUNT_WALLETS)
    .map(([exchange, state, count, oldestSyncAtMs, quarantinedCount]) => ({
      exchange: exchange as string,
      state: state as WalletCount['state'],
      count: count as number,
      oldestSyncAtMs: oldestSyncAtMs as number | null,
      quarantinedCount: quarantinedCount as number,
    }));
}

/** See `SyncStore.readCredentials`. */
export function readCredentials(connection: SqliteConnection, walletId: string): SealedCredentials {
  const row = connection.readRow(
    `SELECT key_id, sealed FROM wallet_credentials
       WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)`,
    walletId,
  );
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  return { keyId: row[0] as string, sealed: row[1] as Uint8Array };
}

/** See `SyncStore.readSyncState`. */
export function readSyncState(connection: SqliteConnection, walletId: string): WalletSyncState {
  return readStoredState(connection, walletId).state;
}

/** Returns the state of a wallet's synchronisation, and its checksum. @throws {RecordNotFoundError} */
export function readStoredState(
  connection: SqliteConnection,
  walletId: string,
): { readonly state: WalletSyncState; readonly checksum: number | null } {
  const row = connection.readRow(
    `SELECT checksum, ${SYNC_COLUMNS} FROM wallet_sync
       WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)`,
    walletId,
  );
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  const [checksum, ...columns] = row;
  return { state: toSyncState(columns), checksum: checksum as number | null };
}

const LIST_CHECKED_STATES = `SELECT wallet.id, wallet_sync.checksum, ${SYNC_COLUMNS}
  FROM wallet JOIN wallet_sync ON wallet_sync.wallet_no = wallet.wallet_no
  WHERE wallet_sync.checksum IS NOT NULL ORDER BY wallet.id`;

/** Compares the state of every wallet's synchronisation with its checksum. */
export function checkSyncStates(connection: SqliteConnection): StoreCheck {
  const corrupted = connection
    .readRows(LIST_CHECKED_STATES)
    .filter(([, checksum, ...columns]) =>
      isSyncStateCorrupted(toSyncState(columns), checksum as number),
    );
  return reportSyncStates(corrupted.map(([id]) => id as string));
}

/**
 * Returns the number of a wallet in its tables.
 *
 * @throws {RecordNotFoundError} if there is no such wallet.
 */
export function requireWalletNo(connection: SqliteConnection, walletId: string): number {
  const walletNo = findWalletNo(connection, walletId);
  if (walletNo === undefined) throw new RecordNotFoundError('wallet', walletId);
  return walletNo;
}

/** Returns the number of a wallet in its tables; `undefined` if there is no such wallet. */
export function findWalletNo(connection: SqliteConnection, walletId: string): number | undefined {
  const row = connection.readRow('SELECT wallet_no FROM wallet WHERE id = ?', walletId);
  return row?.[0] as number | undefined;
}

function toWallet([
  id,
  projectId,
  exchange,
  label,
  externalId,
  importsOnly,
  createdAtMs,
]: SqliteRow): WalletRecord {
  return {
    id: id as string,
    projectId: projectId as string,
    exchange: exchange as string,
    label: label as string | null,
    externalId: externalId as string | null,
    importsOnly: importsOnly === 1,
    createdAtMs: createdAtMs as number,
  };
}

/** Returns the state of a row of {@link SYNC_COLUMNS}. */
export function toSyncState(row: SqliteRow): WalletSyncState {
  const [lastSyncAtMs, historyComplete, nextRunAtMs, code, message, atMs, ...rest] = row;
  const [failureCount, hasImports] = rest;
  return {
    lastSyncAtMs: lastSyncAtMs as number | null,
    historyComplete: historyComplete === 1,
    nextRunAtMs: nextRunAtMs as number | null,
    failure:
      code === null
        ? null
        : { code: code as string, message: message as string, atMs: atMs as number },
    failureCount: failureCount as number,
    hasImports: hasImports === 1,
  };
}
