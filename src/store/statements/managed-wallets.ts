/** Wallets as the management API lists and changes them. */
import {
  ExternalIdTakenError,
  RecordNotFoundError,
  StoreUnavailableError,
  WalletPausedError,
} from '../errors.ts';
import type {
  ManagedWallet,
  ManagedWalletPage,
  ManageStore,
  WalletChanges,
  WalletListQuery,
} from '../manage.ts';
import type { CoverageRange } from '../records.ts';
import { listHistory } from '../rules/coverage.ts';
import type { Database, Session, WriteSession } from '../sql/database.ts';
import { allOf, FOR_UPDATE, joinQueries, type Query, raw, records, sql } from '../sql/query.ts';
import { requestReread } from './coverage.ts';
import { SYNC_COLUMNS, type SyncRow, toSyncState } from './sync-states.ts';
import { requireProject } from './tenants.ts';
import {
  findWalletOfAccount,
  requireWallet,
  toWallet,
  WALLET_COLUMNS,
  type WalletRow,
} from './wallets.ts';

/** Returns the methods of this file. */
export function managedWalletStatements(database: Database) {
  return {
    changeWallet: (walletId, changes, nowMs) =>
      database.write((session) => changeWallet(session, walletId, changes, nowMs)),

    makeWalletDue: (walletId, nowMs, rereadFromMs) =>
      database.write(async (session) => {
        const { walletNo, paused } = await lockSynced(session, walletId);
        if (paused) throw new WalletPausedError(walletId);
        session.changed.add(walletId);
        await session.change(
          sql`UPDATE wallet_sync SET next_run_at_ms = ${nowMs} WHERE wallet_no = ${walletNo}`,
        );
        if (rereadFromMs !== undefined) await requestReread(session, walletNo, rereadFromMs, nowMs);
      }),

    async readManagedWallet(walletId) {
      const [wallet] = await readWallets(database, sql`WHERE wallet.id = ${walletId}`);
      if (wallet === undefined) throw new RecordNotFoundError('wallet', walletId);
      return wallet.managed;
    },
    listManagedWallets: (query) => listWallets(database, query),
    findWalletOfAccount: (...account) => findWalletOfAccount(database, ...account),
  } satisfies Partial<ManageStore>;
}

async function changeWallet(
  session: WriteSession,
  walletId: string,
  { label, externalId, paused }: WalletChanges,
  nowMs: number,
): Promise<void> {
  const { projectId } = await requireWallet(session, walletId);
  if (typeof externalId === 'string') {
    // Of two wallets that get the same external id concurrently, the second one finds the first.
    await requireProject(session, projectId, FOR_UPDATE);
    const other = await session.row(sql`SELECT 1 FROM wallet
      WHERE project_id = ${projectId} AND external_id = ${externalId} AND id <> ${walletId}`);
    if (other !== undefined) throw new ExternalIdTakenError(externalId);
  }
  if (paused !== undefined) await pause(session, walletId, paused, nowMs);
  const changes = [
    label !== undefined && sql`label = ${label}`,
    externalId !== undefined && sql`external_id = ${externalId}`,
  ].filter((change) => change !== false);
  if (changes.length > 0) {
    // One statement: for the second change of a row in a transaction, PostgreSQL locks the project, in another order than others.
    await session.change(
      sql`UPDATE wallet SET ${joinQueries(changes, ', ')} WHERE id = ${walletId}`,
    );
  }
  session.changed.add(walletId);
}

/** A worker that has the lease keeps it; its outcome leaves a paused wallet without a next run. */
async function pause(
  session: Session,
  walletId: string,
  paused: boolean,
  nowMs: number,
): Promise<void> {
  const { walletNo, paused: isPaused } = await lockSynced(session, walletId);
  if (Boolean(isPaused) === paused) return;
  await session.change(sql`UPDATE wallet_sync
    SET paused = ${paused}, next_run_at_ms = ${paused ? null : nowMs} WHERE wallet_no = ${walletNo}`);
}

/** Locks the wallet. @throws {RecordNotFoundError} if it does not exist, or only takes imports. */
async function lockSynced(session: Session, walletId: string) {
  type Row = { readonly walletNo: number; readonly paused: boolean | number };
  const row = await session.row<Row>(sql`SELECT wallet_no AS "walletNo", paused
    FROM wallet_sync WHERE wallet_no = (
      SELECT wallet_no FROM wallet WHERE id = ${walletId} AND NOT imports_only) ${FOR_UPDATE}`);
  if (row === undefined) throw new RecordNotFoundError('wallet with credentials', walletId);
  return row;
}

/**
 * A state is found by its index; an exchange or all wallets by an index in the order of the list. One more wallet than the
 * limit shows if there is a next page.
 */
async function listWallets(database: Database, query: WalletListQuery): Promise<ManagedWalletPage> {
  const { projectId, state, exchange, externalId, search, after = 0, limit } = query;
  const byState = state !== undefined;
  const no = byState ? raw('wallet_sync.wallet_no') : raw('wallet.wallet_no');
  const where = allOf(
    sql`${no} > ${after}`,
    byState && sql`wallet_sync.state = ${state}`,
    projectId !== undefined &&
      (byState
        ? sql`wallet_sync.project_no = (SELECT project_no FROM project WHERE id = ${projectId})`
        : sql`wallet.project_id = ${projectId}`),
    search !== undefined && matchText(search),
    exchange !== undefined && sql`wallet.exchange = ${exchange}`,
    externalId !== undefined && sql`wallet.external_id = ${externalId}`,
  );
  const found = await readWallets(
    database,
    sql`WHERE ${where} ORDER BY ${no} LIMIT ${limit + 1}`,
    byState,
  );
  const shown = found.slice(0, limit);
  return {
    items: shown.map(({ managed }) => managed),
    next: found.length > limit ? shown.at(-1)?.walletNo : undefined,
  };
}

/** SQLite's `lower` changes ASCII letters only, so the engine changes both texts. */
function matchText(search: string): Query {
  // A pattern of SQLite ends at this character, which no text has.
  if (search.includes('\0')) return sql`false`;
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const columns = ['wallet.label', 'wallet.external_id', 'wallet.id'];
  const matches = columns.map(
    (column) => sql`lower(${raw(column)}) LIKE lower(${pattern}) ESCAPE '\\'`,
  );
  return sql`(${joinQueries(matches, ' OR ')})`;
}

type ManagedRow = WalletRow & SyncRow & { readonly walletNo: number };

type CoverageOf = Pick<CoverageRange, 'source' | 'fromMs' | 'toMs'> & { readonly no: number };

/** A row of an array: the number of a wallet, and a number of its rows. */
type WalletCount = readonly [no: number, count: number];

async function readWallets(
  database: Database,
  which: Query,
  byState = false,
): Promise<readonly { readonly walletNo: number; readonly managed: ManagedWallet }[]> {
  const tables = byState
    ? raw('wallet_sync JOIN wallet ON wallet.wallet_no = wallet_sync.wallet_no')
    : raw('wallet JOIN wallet_sync ON wallet_sync.wallet_no = wallet.wallet_no');
  const read = await database.read(async (session) => {
    const rows = await session.rows<ManagedRow>(sql`SELECT wallet.wallet_no AS "walletNo",
        ${WALLET_COLUMNS}, ${SYNC_COLUMNS}
      FROM ${tables} ${which}`);
    const list = listNumbers(rows);
    // PostgreSQL receives them together, in one round trip.
    const [quarantined, coverage] = await Promise.all([
      session.rows<WalletCount>(
        sql`SELECT list.no, (SELECT count(*) FROM wallet_quarantine AS row
          WHERE row.wallet_no = list.no) FROM ${list} AS list`.arrays(),
      ),
      session.rows<CoverageOf>(sql`SELECT list.no,
          covered.source, covered.from_ms AS "fromMs", covered.to_ms AS "toMs"
        FROM ${list} AS list JOIN wallet_coverage AS covered ON covered.wallet_no = list.no
        ORDER BY covered.source, covered.from_ms`),
    ]);
    return { rows, quarantined, coverage };
  });
  const transactions = await countTransactions(database, read.rows);
  const quarantines = new Map(read.quarantined);
  const coverage = Map.groupBy(read.coverage, ({ no }) => no);
  return read.rows.map((row) => ({
    walletNo: row.walletNo,
    managed: {
      ...toWallet(row),
      sync: toSyncState(row),
      transactionCount: transactions.get(row.walletNo) ?? null,
      quarantinedCount: quarantines.get(row.walletNo) ?? 0,
      history: listHistory(coverage.get(row.walletNo) ?? []),
    },
  }));
}

function listNumbers(rows: readonly ManagedRow[]) {
  return records(rows, { no: ['integer', ({ walletNo }) => walletNo] });
}

/**
 * Returns the number of transactions of each wallet; none if a node of a cluster that has rows of them does not respond, which
 * takes a statement timeout if it hangs.
 */
async function countTransactions(
  database: Database,
  rows: readonly ManagedRow[],
): Promise<ReadonlyMap<number, number>> {
  try {
    const counts = sql`SELECT list.no, content.transaction_count FROM ${listNumbers(rows)} AS list
      JOIN wallet_content AS content ON content.wallet_no = list.no`;
    return new Map(await database.rows<WalletCount>(counts.arrays()));
  } catch (error) {
    if (error instanceof StoreUnavailableError) return new Map();
    throw error;
  }
}
