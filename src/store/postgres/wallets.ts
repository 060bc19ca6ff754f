/** Wallets, their credentials and the state of their synchronisation. */
import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import type { StoreCheck } from '../admin.ts';
import { ExternalIdTakenError, RecordExistsError, RecordNotFoundError } from '../errors.ts';
import type { WalletRecord, WalletSyncState } from '../records.ts';
import type { WalletCount } from '../serving.ts';
import type { BoundStatement, PostgresRow, Statement } from './statement.ts';
import { isSyncStateCorrupted, reportSyncStates } from '../sync-state-checksum.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { LOCK_MASTER_KEY, requireCurrentKey } from './master-keys.ts';
import { isForeignKeyViolation, isUniqueViolation } from './postgres-error.ts';
import { newRevision } from './revisions.ts';
import { addShardRevisions } from './shard-revisions.ts';
import { addWalletToWebhooks } from './webhooks.ts';

const WALLET_COLUMNS = `wallet.wallet_id, wallet.project_id, wallet.exchange, wallet.label,
  wallet.external_id, wallet.imports_only, wallet.created_at_ms`;
const WALLET_COLUMN_COUNT = 7;
/** The columns of a sync state, for {@link toSyncState}. */
export const SYNC_COLUMNS = `wallet_sync.last_sync_at_ms, wallet_sync.history_complete,
  wallet_sync.next_run_at_ms, wallet_sync.failure_code, wallet_sync.failure_message,
  wallet_sync.failure_at_ms, wallet_sync.failure_count, wallet_sync.has_imports`;

/** The tables of a wallet's data. Tables that refer to others come first. */
export const WALLET_TABLES = [
  'wallet_sync',
  'wallet_credentials',
  'wallet_transaction',
  'wallet_asset',
  'wallet_count_node',
  'wallet_count',
  'wallet_count_backlog',
  'wallet_balances',
  'wallet_coverage',
  'wallet_quarantine',
  'wallet_recheck',
  'wallet_time_change',
  'wallet_import',
  'wallet_import_change',
  'wallet_revision',
  'wallet_event',
  'webhook_delivery',
] as const;

const ADD_WALLET: Statement = {
  name: 'add_wallet',
  text: `INSERT INTO wallet (wallet_id, project_id, exchange, label, external_id, imports_only, created_at_ms)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};
const ADD_CREDENTIALS: Statement = {
  name: 'add_credentials',
  text: 'INSERT INTO wallet_credentials (wallet_id, key_id, sealed) VALUES ($1, $2, $3)',
};
const ADD_SYNC: Statement = {
  name: 'add_sync_state',
  text: `INSERT INTO wallet_sync
      (wallet_id, next_run_at_ms, history_complete, transactions_revision, balances_revision)
    VALUES ($1, $2, $3, $4, $5)`,
};
const FIND_WALLET: Statement = {
  name: 'find_wallet',
  text: `SELECT ${WALLET_COLUMNS} FROM wallet WHERE wallet_id = $1`,
};
const LIST_WALLETS: Statement = {
  name: 'list_wallets',
  text: `SELECT ${WALLET_COLUMNS}, ${SYNC_COLUMNS}
    FROM wallet JOIN wallet_sync ON wallet_sync.wallet_id = wallet.wallet_id
    WHERE wallet.project_id = $1 OR $1 IS NULL ORDER BY wallet.created_at_ms, wallet.wallet_id`,
};
const COUNT_WALLETS: Statement = { name: 'count_wallets', text: 'SELECT * FROM count_wallets()' };
const FIND_CREDENTIALS: Statement = {
  name: 'find_credentials',
  text: 'SELECT key_id, sealed FROM wallet_credentials WHERE wallet_id = $1',
};
/** Selects a row for {@link toSyncState} and {@link toStoredState}. */
export const FIND_SYNC_STATE: Statement = {
  name: 'find_sync_state',
  text: `SELECT ${SYNC_COLUMNS}, wallet_sync.checksum FROM wallet_sync WHERE wallet_id = $1`,
};
/** Removes the row first that writers of the wallet lock, so that no concurrent write is possible. */
const REMOVALS: readonly Statement[] = [...WALLET_TABLES, 'wallet'].map((table) => ({
  name: `remove_wallet_from_${table}`,
  text: `DELETE FROM ${table} WHERE wallet_id = $1`,
}));

/** See `AdminStore.addWallet`. */
export async function addWallet(
  database: PostgresDatabase,
  { id, projectId, exchange, label, externalId, importsOnly, createdAtMs }: WalletRecord,
  credentials: SealedCredentials | undefined,
): Promise<void> {
  const dueAtMs = importsOnly ? null : createdAtMs;
  try {
    await database.write(async (connection) => {
      connection.changed.add(id);
      const revisions = [newRevision(), newRevision()] as const;
      const [locked] = await connection.runAll([
        [LOCK_MASTER_KEY],
        [ADD_WALLET, id, projectId, exchange, label, externalId, importsOnly, createdAtMs],
        ...addCredentials(id, credentials),
        [ADD_SYNC, id, dueAtMs, importsOnly, ...revisions],
        ...addShardRevisions(connection, id, ...revisions),
        ...addWalletToWebhooks(id, projectId),
      ]);
      if (credentials !== undefined) requireCurrentKey(locked?.rows, credentials.keyId);
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new RecordNotFoundError('project', projectId);
    if (isUniqueViolation(error, 'wallet_by_external_id')) {
      throw new ExternalIdTakenError(externalId ?? '');
    }
    if (isUniqueViolation(error)) throw new RecordExistsError('wallet', id);
    throw error;
  }
}

function addCredentials(
  id: string,
  credentials: SealedCredentials | undefined,
): readonly BoundStatement[] {
  return credentials === undefined
    ? []
    : [[ADD_CREDENTIALS, id, credentials.keyId, credentials.sealed]];
}

/** A higher token takes the wallet from the worker that holds it. */
const RESTART: Statement = {
  name: 'restart_wallet',
  text: `UPDATE wallet_sync SET next_run_at_ms = $2, failure_code = NULL, failure_message = NULL,
      failure_at_ms = NULL, failure_count = 0,
      lease_token = lease_token + CASE WHEN lease_until_ms IS NULL THEN 0 ELSE 1 END,
      lease_until_ms = NULL, checksum = NULL
    WHERE wallet_id = $1`,
};
const REPLACE_CREDENTIALS: Statement = {
  name: 'replace_credentials',
  text: 'UPDATE wallet_credentials SET key_id = $2, sealed = $3 WHERE wallet_id = $1',
};

/** See `AdminStore.replaceCredentials`. */
export async function replaceCredentials(
  database: PostgresDatabase,
  walletId: string,
  { keyId, sealed }: SealedCredentials,
  dueAtMs: number,
): Promise<void> {
  await database.write(async (connection) => {
    connection.changed.add(walletId);
    // Locks first the row that writers of the wallet lock.
    const [locked, , replaced] = await connection.runAll([
      [LOCK_MASTER_KEY],
      [RESTART, walletId, dueAtMs],
      [REPLACE_CREDENTIALS, walletId, keyId, sealed],
    ]);
    requireCurrentKey(locked?.rows, keyId);
    if (replaced?.rowCount === 0) {
      throw new RecordNotFoundError('wallet with credentials', walletId);
    }
  });
}

/** See `AdminStore.removeWallet`. */
export async function removeWallet(database: PostgresDatabase, walletId: string): Promise<void> {
  const results = await database.write((connection) => {
    connection.changed.add(walletId);
    return connection.runAll(REMOVALS.map((statement) => [statement, walletId] as const));
  });
  if (results.at(-1)?.rowCount === 0) throw new RecordNotFoundError('wallet', walletId);
}

/** See `SyncStore.findWallet`. */
export async function findWallet(
  database: PostgresDatabase,
  id: string,
): Promise<WalletRecord | undefined> {
  const [row] = await database.read(FIND_WALLET, id);
  return row && toWallet(row);
}

/** Returns the statements that read a wallet and its sync state. */
export function selectWallet(id: string): readonly BoundStatement[] {
  return [
    [FIND_WALLET, id],
    [FIND_SYNC_STATE, id],
  ];
}

/** See `AdminStore.listWallets`. */
export async function listWallets(
  database: PostgresDatabase,
  projectId: string | undefined,
): Promise<readonly (WalletRecord & { readonly sync: WalletSyncState })[]> {
  const rows = await database.read(LIST_WALLETS, projectId ?? null);
  return rows.map((row) =>
    Object.assign(toWallet(row), { sync: toSyncState(row.slice(WALLET_COLUMN_COUNT)) }),
  );
}

/** See `ServingStore.countWallets`. */
export async function countWallets(database: PostgresDatabase): Promise<readonly WalletCount[]> {
  const rows = await database.read(COUNT_WALLETS);
  return rows.map(([exchange, state, count, oldestSyncAtMs, quarantinedCount]) => ({
    exchange: exchange as string,
    state: state as WalletCount['state'],
    count: count as number,
    oldestSyncAtMs: oldestSyncAtMs as number | null,
    quarantinedCount: quarantinedCount as number,
  }));
}

/** See `SyncStore.readCredentials`. */
export async function readCredentials(
  database: PostgresDatabase,
  walletId: string,
): Promise<SealedCredentials> {
  const [row] = (await database.runOfWallet(FIND_CREDENTIALS, walletId)).rows;
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  return { keyId: row[0] as string, sealed: row[1] as Uint8Array };
}

/** See `SyncStore.readSyncState`. */
export async function readSyncState(
  database: PostgresDatabase,
  walletId: string,
): Promise<WalletSyncState> {
  const [row] = await database.read(FIND_SYNC_STATE, walletId);
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  return toSyncState(row);
}

/** Reads a row of the wallet columns. */
export function toWallet(row: PostgresRow): WalletRecord {
  const [id, projectId, exchange, label, externalId, importsOnly, createdAtMs] = row;
  return {
    id: id as string,
    projectId: projectId as string,
    exchange: exchange as string,
    label: label as string | null,
    externalId: externalId as string | null,
    importsOnly: importsOnly as boolean,
    createdAtMs: createdAtMs as number,
  };
}

const LIST_CHECKED_STATES: Statement = {
  name: 'list_checked_sync_states',
  text: `SELECT wallet_sync.wallet_id, ${SYNC_COLUMNS}, wallet_sync.checksum
    FROM wallet_sync WHERE wallet_sync.checksum IS NOT NULL ORDER BY wallet_sync.wallet_id`,
};

/** Compares the state of every wallet's synchronisation with its checksum. */
export async function checkSyncStates(connection: PostgresConnection): Promise<StoreCheck> {
  const { rows } = await connection.run(LIST_CHECKED_STATES);
  const corrupted = rows.filter(([, ...columns]) => {
    const { state, checksum } = toStoredState(columns);
    return isSyncStateCorrupted(state, checksum);
  });
  return reportSyncStates(corrupted.map(([id]) => id as string));
}

/** Returns the state of a synchronisation, and its checksum, from a row of {@link FIND_SYNC_STATE}. */
export function toStoredState(row: PostgresRow): {
  readonly state: WalletSyncState;
  readonly checksum: number | null;
} {
  return { state: toSyncState(row), checksum: (row.at(-1) ?? null) as number | null };
}

/** Reads a row of {@link SYNC_COLUMNS}. */
export function toSyncState(row: PostgresRow): WalletSyncState {
  const [lastSyncAtMs, historyComplete, nextRunAtMs, code, message, atMs, ...rest] = row;
  const [failureCount, hasImports] = rest;
  return {
    lastSyncAtMs: lastSyncAtMs as number | null,
    historyComplete: historyComplete as boolean,
    nextRunAtMs: nextRunAtMs as number | null,
    failure:
      code === null
        ? null
        : { code: code as string, message: message as string, atMs: atMs as number },
    failureCount: failureCount as number,
    hasImports: hasImports as boolean,
  };
}
