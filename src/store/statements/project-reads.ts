/** Transactions and balances of all wallets of a project, page by page, with a bound on the rows of a call. */
import type {
  ManageStore,
  ProjectBalanceQuery,
  ProjectTransactionPage,
  ProjectTransactionPlace,
  ProjectTransactionQuery,
} from '../manage.ts';
import { rangeOfQuery } from '../rules/periods.ts';
import type { Database, Session } from '../sql/database.ts';
import { allOf, at, type Query, raw, sql } from '../sql/query.ts';
import { addNetworks, type AnyBalance } from './balances.ts';
import { readValue } from './read-value.ts';
import {
  listFilters,
  toTransaction,
  TRANSACTION_COLUMNS,
  type TransactionRow,
} from './transaction-rows.ts';
import { findWalletNo } from './wallets.ts';

/** Maximum rows that a call compares with filters: 5 to 30 ms. */
export const FILTERED_ROWS_MAX = 10_000;
/** Maximum wallets whose balances a call reads. */
const WALLETS_READ_MAX = 1000;

const NEWEST_FIRST = raw('ORDER BY tx.time DESC, tx.id DESC, tx.wallet_no DESC');

/** Returns the methods of this file. */
export function projectReads(database: Database) {
  return {
    listProjectTransactions: (query) =>
      database.read(async (session) => {
        const scope = await findScope(session, query);
        if (scope === undefined) return { items: [], next: undefined };
        const range = inRange(query, scope);
        const filters = listFilters(query);
        const isFiltered = filters.some((filter) => filter !== false);
        const bound = isFiltered ? await findBound(session, range) : undefined;
        const isCompared = bound !== undefined && sql`tx.time >= ${at(bound)}`;
        const { limit, projectId } = query;
        // The number of the project in a row has no checksum, so the wallet is compared too.
        const rows = await session.rows<ProjectRow>(sql`SELECT
            ${TRANSACTION_COLUMNS}, wallet.id AS "walletId"
          FROM (SELECT tx.* FROM wallet_transaction AS tx
            WHERE ${allOf(range, ...filters, isCompared)}
            ${NEWEST_FIRST} LIMIT ${limit + 1}) AS tx
          LEFT JOIN wallet ON wallet.wallet_no = tx.wallet_no AND wallet.project_id = ${projectId}
          ${NEWEST_FIRST}`);
        const items = rows.slice(0, limit).flatMap((row) => toItem(row) ?? []);
        return { items, next: nextPlace(rows, limit, bound) };
      }),

    listProjectBalances: (query) =>
      database.read(async (session) => {
        const { projectId, walletId, asset, after, limit } = query;
        const wallets = selectWallets(query);
        const no = walletId && (await findWalletNo(session, walletId, projectId));
        if (walletId !== undefined && no === undefined) return { items: [], next: undefined };
        const where = allOf(
          // A cluster then reads only the node that has the wallet's rows.
          no !== undefined && sql`balance.wallet_no = ${no}`,
          asset !== undefined && sql`balance.asset = ${asset}`,
          after && sql`(balance.wallet_no > ${after.walletNo} OR balance.asset > ${after.asset})`,
        );
        const rows = await session.rows<ProjectBalanceRow>(sql`SELECT wallet.id AS "walletId",
            sync.last_sync_at_ms AS "syncedAtMs", content.withdrawable_unverified AS unverified,
            balance.*
          FROM (${wallets}) AS wallet
          JOIN wallet_balance AS balance ON balance.wallet_no = wallet.wallet_no
          JOIN wallet_content AS content ON content.wallet_no = wallet.wallet_no
          JOIN wallet_sync AS sync ON sync.wallet_no = wallet.wallet_no
          WHERE ${where}
          ORDER BY wallet.wallet_no, balance.asset LIMIT ${limit + 1}`);
        const shown = rows.slice(0, limit);
        const balances = await addNetworks(session, shown);
        const items = balances.map((balance, index) => {
          const { walletId, syncedAtMs, unverified } = shown[index] as ProjectBalanceRow;
          const withdrawableUnverified = Boolean(unverified);
          return Object.assign(balance, { walletId, syncedAtMs, withdrawableUnverified });
        });
        const last = rows.length > limit ? shown.at(-1) : undefined;
        if (last !== undefined) {
          return { items, next: { walletNo: last.wallet_no, asset: last.asset } };
        }
        const read = await session.row<{ readonly count: number; readonly lastNo: number }>(
          sql`SELECT count(*) AS count, max(wallet_no) AS "lastNo" FROM (${wallets}) AS wallet`,
        );
        const hasMore = read !== undefined && read.count === WALLETS_READ_MAX;
        return { items, next: hasMore ? { walletNo: read.lastNo + 1, asset: '' } : undefined };
      }),
  } satisfies Partial<ManageStore>;
}

/** Returns the rows of the project, or of one of its wallets, in the range of the query. */
function inRange(query: ProjectTransactionQuery, scope: Query): Query {
  const { sinceMs, beforeMs, after } = query;
  const { fromMs, toMs } = rangeOfQuery(query);
  return allOf(
    scope,
    sinceMs !== undefined && sql`tx.time >= ${at(fromMs)}`,
    beforeMs !== undefined && sql`tx.time < ${at(toMs)}`,
    after && isAfter(after),
  );
}

function isAfter({ timestampMs, id, walletNo }: ProjectTransactionPlace): Query {
  const time = at(timestampMs);
  return sql`tx.time <= ${time}
    AND (tx.time < ${time} OR tx.id < ${id} OR (tx.id = ${id} AND tx.wallet_no < ${walletNo}))`;
}

/** `null` for a row of another project, whose number was corrupted. */
type ProjectRow = TransactionRow & { readonly walletId: string | null };

function toItem(row: ProjectRow): ProjectTransactionPage['items'][number] | undefined {
  const { walletId } = row;
  if (walletId === null) return undefined;
  const { importNo: _importNo, adoptable: _adoptable, ...transaction } = toTransaction(row);
  return { ...transaction, walletId };
}

/** Returns the condition of the project or of its wallet; `undefined` if there is none. */
async function findScope(
  session: Session,
  { projectId, walletId }: ProjectTransactionQuery,
): Promise<Query | undefined> {
  if (walletId === undefined) {
    const project = sql`SELECT project_no FROM project WHERE id = ${projectId}`;
    const projectNo = await readValue<number>(session, project);
    return projectNo === undefined ? undefined : sql`tx.project_no = ${projectNo}`;
  }
  const no = await findWalletNo(session, walletId, projectId);
  return no === undefined ? undefined : sql`tx.wallet_no = ${no}`;
}

/** Returns the time (Unix ms) down to which a call compares rows with filters; `undefined` if it compares all. */
function findBound(session: Session, range: Query): Promise<number | undefined> {
  const bound = sql`SELECT tx.time FROM wallet_transaction AS tx WHERE ${range}
    ORDER BY tx.time DESC LIMIT 1 OFFSET ${FILTERED_ROWS_MAX}`;
  return readValue<number>(session, bound);
}

/** Returns the last row of a full page, or the place before all rows that a filter has not been compared with. */
function nextPlace(
  rows: readonly ProjectTransactionPlace[],
  limit: number,
  bound: number | undefined,
): ProjectTransactionPlace | undefined {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (last !== undefined) {
    return { timestampMs: last.timestampMs, id: last.id, walletNo: last.walletNo };
  }
  return bound === undefined ? undefined : { timestampMs: bound, id: '', walletNo: 0 };
}

interface ProjectBalanceRow extends AnyBalance {
  readonly walletId: string;
  readonly syncedAtMs: number | null;
  readonly unverified: boolean | number;
}

/** Returns the query of the next wallets, from the one of the place on. */
function selectWallets({ projectId, walletId, after }: ProjectBalanceQuery): Query {
  const named = walletId === undefined ? raw('') : sql`AND id = ${walletId}`;
  return sql`SELECT wallet_no, id FROM wallet
    WHERE project_id = ${projectId} AND wallet_no >= ${after?.walletNo ?? 0} ${named}
    ORDER BY wallet_no LIMIT ${WALLETS_READ_MAX}`;
}
