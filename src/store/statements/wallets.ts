/** Wallets, their credentials and the state of their synchronisation. */

import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import type { AdminStore, WalletStatus } from '../admin.ts';
import { QUARANTINE_LISTED_MAX } from '../admin.ts';
import { ExternalIdTakenError, RecordExistsError, RecordNotFoundError } from '../errors.ts';
import type { WalletRecord, WalletSyncState } from '../records.ts';
import type { Database, Session, WriteSession } from '../sql/database.ts';
import { raw, sql } from '../sql/query.ts';
import type { SyncStore } from '../sync.ts';
import { ALL_ASSETS } from './counts.ts';
import { listCoverage } from './coverage.ts';
import { requireCurrentKey } from './master-keys.ts';
import { requireProject } from './tenants.ts';
import { addWalletToWebhooks } from './webhooks.ts';
import { newRevision } from './revision.ts';

const WALLET_COLUMNS = raw(`wallet.id, wallet.project_id AS "projectId", wallet.exchange,
  wallet.label, wallet.external_id AS "externalId", wallet.imports_only AS "importsOnly",
  wallet.created_at_ms AS "createdAtMs"`);

/** The columns of a {@link SyncRow}, from `wallet_sync`. */
export const SYNC_COLUMNS = raw(`wallet_sync.last_sync_at_ms, wallet_sync.history_complete,
  wallet_sync.next_run_at_ms, wallet_sync.failure_code, wallet_sync.failure_message,
  wallet_sync.failure_at_ms, wallet_sync.failure_count, wallet_sync.has_imports`);

/** A row of {@link SYNC_COLUMNS}. */
export interface SyncRow {
  readonly last_sync_at_ms: number | null;
  readonly history_complete: boolean | number;
  readonly next_run_at_ms: number | null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly failure_at_ms: number | null;
  readonly failure_count: number;
  readonly has_imports: boolean | number;
}

/** The tables with data of a wallet, by its number. */
export const WALLET_TABLES = [
  'wallet_sync',
  'wallet_credentials',
  'wallet_content',
  'wallet_transaction',
  'transaction_count',
  'transaction_move',
  'wallet_balance',
  'wallet_network',
  'wallet_coverage',
  'wallet_quarantine',
  'wallet_recheck',
  'wallet_import',
  'wallet_import_change',
  'wallet_event',
  'webhook_delivery',
] as const;

/** The methods of this file. */
type WalletStore = Pick<
  AdminStore & SyncStore,
  | 'addWallet'
  | 'replaceCredentials'
  | 'removeWallet'
  | 'findWallet'
  | 'listWallets'
  | 'readWalletStatus'
  | 'readCredentials'
  | 'readSyncState'
>;

/** Returns the methods of wallets. */
export function walletStatements(database: Database): WalletStore {
  return {
    addWallet: (wallet, credentials) =>
      database.write((session) => addWallet(session, wallet, credentials)),

    replaceCredentials: (walletId, credentials, dueAtMs) =>
      database.write((session) => replaceCredentials(session, walletId, credentials, dueAtMs)),

    removeWallet: (walletId) => database.write((session) => removeWallet(session, walletId)),

    findWallet: (id) => findWallet(database, id),

    async listWallets(projectId) {
      const rows = await database.rows<WalletRow & SyncRow>(sql`SELECT ${WALLET_COLUMNS},
          ${SYNC_COLUMNS}
        FROM wallet JOIN wallet_sync ON wallet_sync.wallet_no = wallet.wallet_no
        ${projectId === undefined ? raw('') : sql`WHERE wallet.project_id = ${projectId}`}
        ORDER BY wallet.created_at_ms, wallet.id`);
      return rows.map((row) => Object.assign(toWallet(row), { sync: toSyncState(row) }));
    },

    readWalletStatus: (walletId) => database.read((session) => readStatus(session, walletId)),

    async readCredentials(walletId) {
      const row = await database.row<SealedCredentials>(sql`SELECT key_id AS "keyId", sealed
        FROM wallet_credentials
        WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ${walletId})`);
      if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
      return row;
    },

    readSyncState: (walletId) => readSyncState(database, walletId),
  };
}

async function addWallet(
  session: WriteSession,
  wallet: WalletRecord,
  credentials: SealedCredentials | undefined,
): Promise<void> {
  const { id, projectId, exchange, label, externalId, importsOnly, createdAtMs } = wallet;
  await requireProject(session, projectId);
  const row = await session.row<{ readonly wallet_no: number }>(sql`INSERT INTO wallet
      (id, project_id, exchange, label, external_id, imports_only, created_at_ms)
    VALUES (${id}, ${projectId}, ${exchange}, ${label}, ${externalId}, ${importsOnly}, ${createdAtMs})
    ON CONFLICT DO NOTHING RETURNING wallet_no`);
  if (row === undefined) {
    if ((await findWallet(session, id)) !== undefined) throw new RecordExistsError('wallet', id);
    throw new ExternalIdTakenError(externalId ?? '');
  }
  const walletNo = row.wallet_no;
  if (credentials !== undefined) {
    await requireCurrentKey(session, credentials.keyId);
    await session.change(sql`INSERT INTO wallet_credentials (wallet_no, key_id, sealed)
      VALUES (${walletNo}, ${credentials.keyId}, ${credentials.sealed})`);
  }
  await addSyncState(session, { walletNo, importsOnly, dueAtMs: createdAtMs });
  await addContent(session, walletNo);
  await addWalletToWebhooks(session, { id, projectId, walletNo });
  session.changed.add(id);
}

/** A wallet whose synchronisation begins. */
interface NewSync {
  readonly walletNo: number;
  readonly importsOnly: boolean;
  readonly dueAtMs: number;
}

/** Adds the state of a wallet's synchronisation. A wallet that only takes imports is never due. */
export async function addSyncState(
  session: Session,
  { walletNo, importsOnly, dueAtMs }: NewSync,
): Promise<void> {
  await session.change(sql`INSERT INTO wallet_sync (wallet_no, next_run_at_ms, history_complete)
    VALUES (${walletNo}, ${importsOnly ? null : dueAtMs}, ${importsOnly})`);
}

/** Adds the content of a wallet, without rows. */
export async function addContent(session: Session, walletNo: number): Promise<void> {
  await session.change(sql`INSERT INTO wallet_content
      (wallet_no, transactions_revision, balances_revision)
    VALUES (${walletNo}, ${newRevision()}, ${newRevision()})`);
}

/** A higher token takes the wallet from the worker that has its lease. */
async function replaceCredentials(
  session: WriteSession,
  walletId: string,
  { keyId, sealed }: SealedCredentials,
  dueAtMs: number,
): Promise<void> {
  const walletNo = await requireWalletNo(session, walletId);
  await requireCurrentKey(session, keyId);
  await session.change(sql`UPDATE wallet_sync SET next_run_at_ms = ${dueAtMs},
      failure_code = NULL, failure_message = NULL, failure_at_ms = NULL, failure_count = 0,
      lease_token = lease_token + CASE WHEN lease_until_ms IS NULL THEN 0 ELSE 1 END,
      lease_until_ms = NULL
    WHERE wallet_no = ${walletNo}`);
  const replaced = await session.change(sql`UPDATE wallet_credentials
    SET key_id = ${keyId}, sealed = ${sealed} WHERE wallet_no = ${walletNo}`);
  if (replaced === 0) throw new RecordNotFoundError('wallet with credentials', walletId);
  session.changed.add(walletId);
}

/** Removes the row first that writers of the wallet lock, so that none of them writes meanwhile. */
async function removeWallet(session: WriteSession, walletId: string): Promise<void> {
  const walletNo = await requireWalletNo(session, walletId);
  for (const table of [...WALLET_TABLES, 'wallet']) {
    await session.change(sql`DELETE FROM ${raw(table)} WHERE wallet_no = ${walletNo}`);
  }
  session.changed.add(walletId);
}

async function findWallet(session: Session, id: string): Promise<WalletRecord | undefined> {
  const row = await session.row<WalletRow>(
    sql`SELECT ${WALLET_COLUMNS} FROM wallet WHERE id = ${id}`,
  );
  return row && toWallet(row);
}

/** A row of {@link WALLET_COLUMNS}. */
interface WalletRow extends Omit<WalletRecord, 'importsOnly'> {
  readonly importsOnly: boolean | number;
}

function toWallet(row: WalletRow): WalletRecord {
  const { id, projectId, exchange, label, externalId, importsOnly, createdAtMs } = row;
  return {
    id,
    projectId,
    exchange,
    label,
    externalId,
    importsOnly: Boolean(importsOnly),
    createdAtMs,
  };
}

async function readStatus(session: Session, walletId: string): Promise<WalletStatus> {
  const wallet = await findWallet(session, walletId);
  if (wallet === undefined) throw new RecordNotFoundError('wallet', walletId);
  const walletNo = await requireWalletNo(session, walletId);
  const counts = await session.row<{ readonly total: number; readonly pending: number }>(sql`
    SELECT transaction_count AS total, coalesce((
        SELECT CAST(sum(count) AS bigint) FROM transaction_count AS counted
          WHERE counted.wallet_no = ${walletNo} AND asset = ${ALL_ASSETS}
            AND period LIKE 'month %' AND status = 'pending'), 0) AS pending
      FROM wallet_content WHERE wallet_no = ${walletNo}`);
  const quarantined = await session.rows<
    WalletStatus['quarantined'][number]
  >(sql`SELECT key, source,
      raw, reason, quarantined_at_ms AS "quarantinedAtMs"
    FROM wallet_quarantine WHERE wallet_no = ${walletNo}
    ORDER BY quarantined_at_ms DESC, key LIMIT ${QUARANTINE_LISTED_MAX}`);
  const all = await session.row<{ readonly count: number }>(
    sql`SELECT count(*) AS count FROM wallet_quarantine WHERE wallet_no = ${walletNo}`,
  );
  return {
    wallet,
    sync: await readSyncState(session, walletId),
    coverage: await listCoverage(session, walletNo),
    transactionCount: counts?.total ?? 0,
    pendingCount: counts?.pending ?? 0,
    quarantined,
    quarantinedCount: all?.count ?? 0,
  };
}

/** Returns the state of a wallet's synchronisation. @throws {RecordNotFoundError} if there is no such wallet. */
export async function readSyncState(session: Session, walletId: string): Promise<WalletSyncState> {
  const row = await session.row<SyncRow>(sql`SELECT ${SYNC_COLUMNS} FROM wallet_sync
    WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ${walletId})`);
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  return toSyncState(row);
}

/** Returns the number of a wallet in its tables. @throws {RecordNotFoundError} if there is no such wallet. */
export async function requireWalletNo(session: Session, walletId: string): Promise<number> {
  const walletNo = await findWalletNo(session, walletId);
  if (walletNo === undefined) throw new RecordNotFoundError('wallet', walletId);
  return walletNo;
}

/** Returns the number of a wallet in its tables; `undefined` if there is no such wallet. */
export async function findWalletNo(
  session: Session,
  walletId: string,
): Promise<number | undefined> {
  const row = await session.row<{ readonly wallet_no: number }>(
    sql`SELECT wallet_no FROM wallet WHERE id = ${walletId}`,
  );
  return row?.wallet_no;
}

/** Returns the state of a row of {@link SYNC_COLUMNS}. */
export function toSyncState(row: SyncRow): WalletSyncState {
  const { failure_code: code, failure_message: message, failure_at_ms: atMs } = row;
  return {
    lastSyncAtMs: row.last_sync_at_ms,
    historyComplete: Boolean(row.history_complete),
    nextRunAtMs: row.next_run_at_ms,
    failure: code === null ? null : { code, message: message ?? '', atMs: atMs ?? 0 },
    failureCount: row.failure_count,
    hasImports: Boolean(row.has_imports),
  };
}
