/** Wallets, their credentials and the state of their synchronisation. */
import { type AdminStore, QUARANTINE_LISTED_MAX, type WalletStatus } from '../admin.ts';
import {
  AccountTakenError,
  ExternalIdTakenError,
  NodeUnavailableError,
  RecordNotFoundError,
} from '../errors.ts';
import type { StoredCredentials, WalletAccount, WalletRecord } from '../records.ts';
import type { Database, Session, Stored, WriteSession } from '../sql/database.ts';
import { allOf, FOR_UPDATE, type Query, raw, sql } from '../sql/query.ts';
import type { SyncStore } from '../sync.ts';
import { ALL_ASSETS } from './counts.ts';
import { listCoverage } from './coverage.ts';
import { END_LEASE } from './leases.ts';
import { requireCurrentKey } from './master-keys.ts';
import { WALLET_TABLES } from './tables.ts';
import { requireProject } from './tenants.ts';
import { countRows, readValue } from './read-value.ts';
import { randomNumber } from './random-number.ts';
import { readSyncState, SYNC_COLUMNS, type SyncRow, toSyncState } from './sync-states.ts';
import { addWalletToWebhooks } from './webhooks.ts';
import { numberOf } from './written-wallet.ts';

/** The columns of a {@link WalletRow}. */
export const WALLET_COLUMNS = raw(`wallet.id, wallet.project_id AS "projectId", wallet.exchange,
  wallet.label, wallet.external_id AS "externalId", wallet.imports_only AS "importsOnly",
  wallet.created_at_ms AS "createdAtMs"`);

/** With half of the nodes down, all of these numbers belong to them once in 65,536 times. */
const NUMBERS_TRIED_MAX = 16;

/** Transactions of a batch of a removal, which blocks the process for some 40 ms with SQLite. */
export const REMOVED_TOGETHER = 1000;

/** Returns the methods of wallets. */
export function walletStatements(database: Database) {
  return {
    addWallet: (...added) =>
      withNewNumbers(() => database.write((session) => addWallet(session, ...added))),

    replaceCredentials: (...replaced) =>
      database.write((session) => replaceCredentials(session, ...replaced)),

    removeWallet: (walletId) =>
      database.withOwnConnection((session) =>
        session.write((inside) => removeWallet(inside, walletId)),
      ),

    findWallet: (id) => findWallet(database, id),

    readWallet: (id, projectId) => requireWallet(database, id, projectId),

    async listWallets(projectId) {
      const isListed = allOf(projectId !== undefined && sql`wallet.project_id = ${projectId}`);
      const rows = await listWithState(database, isListed);
      return rows.map((row) => Object.assign(toWallet(row), { sync: toSyncState(row) }));
    },

    readWalletKey: async (id) => ({ id, no: await requireWalletNo(database, id) }),

    readWalletStatus: (walletId) => database.read((session) => readStatus(session, walletId)),

    async readCredentials(walletId) {
      type Row = Stored<Required<StoredCredentials>>;
      const row = await database.row<Row>(sql`SELECT key_id AS "keyId", sealed,
          rights_unchecked AS "rightsUnchecked"
        FROM wallet_credentials WHERE wallet_no = ${numberOf(walletId)}`);
      if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
      return { ...row, rightsUnchecked: Boolean(row.rightsUnchecked) };
    },

    readSyncState: (walletId) => readSyncState(database, walletId),
  } satisfies Partial<AdminStore & SyncStore>;
}

/**
 * Repeats the addition of a wallet if the node of a cluster that would have its rows does not respond: each attempt takes a
 * new number, whose rows may be on another node.
 */
async function withNewNumbers(add: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await add();
    } catch (error) {
      if (!(error instanceof NodeUnavailableError) || tries === NUMBERS_TRIED_MAX) throw error;
    }
  }
}

async function addWallet(
  session: WriteSession,
  wallet: WalletRecord,
  credentials?: StoredCredentials,
  account?: WalletAccount,
): Promise<void> {
  const { id, projectId, exchange, label, externalId, importsOnly, createdAtMs } = wallet;
  const isUnique = account?.isUnique === true;
  const projectNo = await requireProject(session, projectId, isUnique ? FOR_UPDATE : undefined);
  if (isUnique) await refuseOtherOwner(session, projectId, account.hash, id);
  const inserted = sql`INSERT INTO wallet
      (id, project_id, exchange, label, external_id, imports_only, account_hash, created_at_ms)
    VALUES (${id}, ${projectId}, ${exchange}, ${label}, ${externalId}, ${importsOnly},
      ${account?.hash ?? null}, ${createdAtMs})
    ON CONFLICT (project_id, external_id) WHERE external_id IS NOT NULL DO NOTHING
    RETURNING wallet_no`;
  const walletNo = await readValue<number>(session, inserted);
  if (walletNo === undefined) throw new ExternalIdTakenError(externalId ?? '');
  // PostgreSQL receives them together, in one round trip.
  await Promise.all([
    credentials && requireCurrentKey(session, credentials.keyId),
    credentials &&
      session.change(sql`INSERT INTO wallet_credentials (wallet_no, key_id, sealed, rights_unchecked)
        VALUES (${walletNo}, ${credentials.keyId}, ${credentials.sealed},
          ${credentials.rightsUnchecked ?? false})`),
    // A wallet that only takes imports is never due.
    session.change(sql`INSERT INTO wallet_sync
        (wallet_no, project_no, imports_only, next_run_at_ms, history_complete)
      VALUES (${walletNo}, ${projectNo}, ${importsOnly}, ${importsOnly ? null : createdAtMs}, ${importsOnly})`),
    session.change(sql`INSERT INTO wallet_content
        (wallet_no, transactions_revision, balances_revision)
      VALUES (${walletNo}, ${randomNumber()}, ${randomNumber()})`),
  ]);
  // Has several statements, of which none may run after the transaction was rolled back.
  await addWalletToWebhooks(session, { id, projectId, walletNo });
  session.changed.add(id);
}

/**
 * Returns the wallet of an account in a project; `undefined` if the project does not have it. Of several wallets, it is
 * `preferredId` or else the oldest one.
 */
export function findWalletOfAccount(
  session: Session,
  projectId: string,
  accountHash: Uint8Array,
  preferredId = '',
): Promise<string | undefined> {
  const isOwner = sql`project_id = ${projectId} AND account_hash = ${accountHash}`;
  return readValue<string>(
    session,
    sql`SELECT id FROM wallet WHERE ${isOwner}
      ORDER BY CASE WHEN id = ${preferredId} THEN 0 ELSE 1 END, created_at_ms, id LIMIT 1`,
  );
}

/** @throws {AccountTakenError} if a project has the account, but not for this wallet. The caller has locked the project. */
async function refuseOtherOwner(
  session: Session,
  projectId: string,
  accountHash: Uint8Array,
  walletId: string,
): Promise<void> {
  const owner = await findWalletOfAccount(session, projectId, accountHash, walletId);
  if (owner !== undefined && owner !== walletId) throw new AccountTakenError(owner);
}

/** Removes the row first that writers of the wallet lock, so that none of them writes meanwhile. */
async function removeWallet(session: WriteSession, walletId: string): Promise<void> {
  const { projectId } = await requireWallet(session, walletId);
  const walletNo = await requireWalletNo(session, walletId);
  let removed = 0;
  for (const table of [...WALLET_TABLES, 'wallet']) {
    if (table === 'wallet_transaction') await removeTransactions(session, walletNo);
    removed = await session.change(sql`DELETE FROM ${raw(table)} WHERE wallet_no = ${walletNo}`);
  }
  // Another request has removed it meanwhile.
  if (removed === 0) throw new RecordNotFoundError('wallet', walletId);
  // The sessions in which its key was to be replaced.
  await session.change(sql`UPDATE connect_session SET state = 'canceled'
    WHERE project_id = ${projectId} AND wallet_id = ${walletId} AND state = 'open'`);
  session.changed.add(walletId);
}

/** Removes transactions in batches, and leaves fewer than one batch. Callers are answered between two batches. */
async function removeTransactions(session: Session, walletNo: number): Promise<void> {
  for (let lastId = ''; ;) {
    const isLater = sql`wallet_no = ${walletNo} AND id > ${lastId}`;
    const id = await readValue<string>(
      session,
      sql`SELECT id FROM wallet_transaction WHERE ${isLater}
        ORDER BY id LIMIT 1 OFFSET ${REMOVED_TOGETHER - 1}`,
    );
    if (id === undefined) return;
    await session.change(sql`DELETE FROM wallet_transaction WHERE ${isLater} AND id <= ${id}`);
    lastId = id;
    await new Promise(setImmediate);
  }
}

/**
 * A higher token takes the wallet from the worker that has its lease. A reported failure counts as one that is retried, so
 * that another refusal is reported.
 */
async function replaceCredentials(
  session: WriteSession,
  walletId: string,
  { keyId, sealed, rightsUnchecked = false }: StoredCredentials,
  dueAtMs: number,
  account?: WalletAccount,
): Promise<void> {
  const { projectId } = await requireWallet(session, walletId);
  // Of two wallets that get the same account concurrently, the second one finds the first.
  await requireProject(session, projectId, FOR_UPDATE);
  const walletNo = await requireWalletNo(session, walletId);
  await requireCurrentKey(session, keyId);
  await session.change(sql`UPDATE wallet_sync
    SET next_run_at_ms = CASE WHEN paused THEN NULL ELSE CAST(${dueAtMs} AS bigint) END,
      reported_failure = CASE WHEN reported_failure = 0 THEN 0 ELSE 1 END, failure_code = NULL,
      failure_message = NULL, failure_at_ms = NULL, failure_count = 0, ${END_LEASE}
    WHERE wallet_no = ${walletNo}`);
  const replaced = await session.change(sql`UPDATE wallet_credentials
    SET key_id = ${keyId}, sealed = ${sealed}, rights_unchecked = ${rightsUnchecked}
    WHERE wallet_no = ${walletNo}`);
  if (replaced === 0) throw new RecordNotFoundError('wallet with credentials', walletId);
  session.changed.add(walletId);
  if (account?.isUnique === true) {
    await refuseOtherOwner(session, projectId, account.hash, walletId);
  }
  const hash = account?.hash ?? null;
  await session.change(sql`UPDATE wallet SET account_hash = ${hash} WHERE id = ${walletId}`);
}

/** Returns a wallet; `undefined` if there is none. */
async function findWallet(session: Session, id: string): Promise<WalletRecord | undefined> {
  const row = await session.row<WalletRow>(
    sql`SELECT ${WALLET_COLUMNS} FROM wallet WHERE id = ${id}`,
  );
  return row && toWallet(row);
}

/** Returns a wallet. @throws {RecordNotFoundError} also if it is not of the named project. */
export async function requireWallet(
  session: Session,
  id: string,
  projectId?: string,
): Promise<WalletRecord> {
  const wallet = await findWallet(session, id);
  if (wallet === undefined || wallet.projectId !== (projectId ?? wallet.projectId)) {
    throw new RecordNotFoundError('wallet', id);
  }
  return wallet;
}

/** A row of {@link WALLET_COLUMNS}. */
export type WalletRow = Stored<WalletRecord>;

/** Returns the wallet of a row. */
export function toWallet(row: WalletRow): WalletRecord {
  const { id, projectId, exchange, label, externalId, createdAtMs } = row;
  const importsOnly = Boolean(row.importsOnly);
  return { id, projectId, exchange, label, externalId, importsOnly, createdAtMs };
}

/** Returns wallets with the states of their synchronisation, by creation time. */
function listWithState(session: Session, condition: Query) {
  return session.rows<WalletRow & SyncRow & { readonly walletNo: number }>(sql`SELECT
      wallet.wallet_no AS "walletNo", ${WALLET_COLUMNS}, ${SYNC_COLUMNS}
    FROM wallet JOIN wallet_sync ON wallet_sync.wallet_no = wallet.wallet_no
    WHERE ${condition} ORDER BY wallet.created_at_ms, wallet.id`);
}

async function readStatus(session: Session, walletId: string): Promise<WalletStatus> {
  const [row] = await listWithState(session, sql`wallet.id = ${walletId}`);
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  const { walletNo } = row;
  const counts = await session.row<{ readonly total: number; readonly pending: number }>(sql`
    SELECT transaction_count AS total, coalesce((
        SELECT CAST(sum(count) AS bigint) FROM transaction_count AS counted
          WHERE counted.wallet_no = ${walletNo} AND asset = ${ALL_ASSETS}
            AND period LIKE 'month %' AND status = 'pending'), 0) AS pending
      FROM wallet_content WHERE wallet_no = ${walletNo}`);
  const quarantine = sql`FROM wallet_quarantine WHERE wallet_no = ${walletNo}`;
  type Row = WalletStatus['quarantined'][number];
  const quarantined = await session.rows<Row>(sql`SELECT key, source, raw, reason,
      quarantined_at_ms AS "quarantinedAtMs"
    ${quarantine} ORDER BY quarantined_at_ms DESC, key LIMIT ${QUARANTINE_LISTED_MAX}`);
  return {
    wallet: toWallet(row),
    sync: toSyncState(row),
    coverage: await listCoverage(session, walletNo),
    transactionCount: counts?.total ?? 0,
    pendingCount: counts?.pending ?? 0,
    quarantined,
    quarantinedCount: await countRows(session, quarantine),
  };
}

/** Returns the number of a wallet in its tables. @throws {RecordNotFoundError} if there is no such wallet. */
export async function requireWalletNo(session: Session, walletId: string): Promise<number> {
  const walletNo = await findWalletNo(session, walletId);
  if (walletNo === undefined) throw new RecordNotFoundError('wallet', walletId);
  return walletNo;
}

/** Returns the number of a wallet in its tables; `undefined` if there is no such wallet, or a project does not have it. */
export function findWalletNo(
  session: Session,
  walletId: string,
  projectId?: string,
): Promise<number | undefined> {
  const isOfProject = projectId !== undefined && sql`project_id = ${projectId}`;
  const where = allOf(sql`id = ${walletId}`, isOfProject);
  return readValue<number>(session, sql`SELECT wallet_no FROM wallet WHERE ${where}`);
}
