import type { TransactionQuery } from '../../domain/query.ts';
import { writeTransactions } from '../../domain/transaction-json.ts';
import type { Transaction, TransactionStatus } from '../../domain/transaction.ts';
import { toCountFilter } from '../counted/count-filter.ts';
import { HIGHEST_KEY, LOWEST_KEY } from '../counted/count-key.ts';
import { translateTreeError } from '../counted/counted-tree-error.ts';
import { type CountedPage, countMatches, findPage } from '../counted/read-tree.ts';
import { ALL_ASSETS } from '../counted/tally.ts';
import { awaitTreeWork, ROOT_NODE_NO, runTreeWork } from '../counted/tree-request.ts';
import type { TransactionPage } from '../store.ts';
import { toTransaction, TRANSACTION_COLUMNS } from '../table-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { BoundStatement, PostgresRow, PostgresValue } from './connection.ts';
import { VIEW_NODES, VIEW_WAYS } from './count-statements.ts';
import { CountViews, MissingViewError } from './count-views.ts';
import type { PostgresDatabase } from './database.ts';
import { LIST_NEWEST, LIST_NEWEST_MATCHES, LIST_RANGE, LIST_RANGES } from './listing-statements.ts';
import { type CheckTime, limitTime } from './time-limit.ts';

/** Of a row that is either a node or a transaction, those of the node. */
const VIEW_COLUMNS = 4;
/** Where the total stands, after the columns of a transaction. */
const TOTAL_COLUMN = TRANSACTION_COLUMNS.split(',').length;

/** How many rows are looked at for each that is shown before the counts tell where there are more. */
const LOOKED_AT = 32;
/** Beyond it a page is looked for by the counts alone. */
const LOOKED_FOR_MAX = 100;

/** As long as any other read: a connection (3 s), its settings (3 s) and a statement (6 s). */
const LISTING_TIME_MS = 12_000;

/** The state of the root, as one of several statements: enough for every count without a time. */
export function selectRoot(walletId: string): BoundStatement {
  return [VIEW_NODES, walletId, [ROOT_NODE_NO], ALL_ASSETS];
}

/**
 * How many rows a wallet has, of one status where it is named, by what {@link selectRoot} found.
 *
 * @throws {StoreUnavailableError} where the counts are damaged.
 */
export function countInRoot(rows: readonly PostgresRow[], status?: TransactionStatus): number {
  const filter = toCountFilter({ status });
  try {
    return runTreeWork(countMatches({ filter }), new CountViews(rows).answer);
  } catch (error) {
    throw translateTreeError(error);
  }
}

/**
 * See `ServingStore.listTransactions`. An unknown wallet has no transactions. Total and page are
 * read from one state of the database.
 *
 * @param timeMs for all statements that it takes.
 * @throws {StoreUnavailableError} where the counts are damaged, or it takes longer.
 */
export async function listTransactions(
  database: PostgresDatabase,
  walletId: string,
  query: TransactionQuery,
  timeMs = LISTING_TIME_MS,
): Promise<TransactionPage> {
  try {
    return await limitTime(timeMs, async (checkTime) => {
      const isShort = query.page === 0 && (query.limit <= LOOKED_FOR_MAX || isUnfiltered(query));
      const listed = isShort ? await listAtOnce(database, walletId, query) : undefined;
      checkTime();
      return listed ?? (await listInSteps(database, walletId, query, checkTime));
    });
  } catch (error) {
    throw translateTreeError(error);
  }
}

/**
 * The newest rows that match, where they are among the newest of all: they are found before they are
 * counted, so that one round trip is enough; `undefined` where they are not.
 */
async function listAtOnce(
  database: PostgresDatabase,
  walletId: string,
  query: TransactionQuery,
): Promise<TransactionPage | undefined> {
  const { sinceMs, beforeMs } = query;
  if (isUnfiltered(query) && sinceMs === undefined && beforeMs === undefined) {
    return listNewest(database, walletId, query);
  }
  const [statement, ...values] = bindNewest(walletId, query);
  const rows = await database.readOfWallet(walletId, statement, ...values);
  const transactions = rows
    .filter(([nodeNo]) => nodeNo === null)
    .map((row) => toTransaction(row.slice(VIEW_COLUMNS)));
  // There are no others, and perhaps no counts: of a wallet without rows nothing was written.
  if (isUnfiltered(query) && transactions.length < query.limit) {
    return toPage(walletId, query, transactions.length, transactions);
  }
  const views = new CountViews(rows.filter(([nodeNo]) => nodeNo !== null));
  const { assetNo } = views;
  if (assetNo === undefined) return undefined;
  try {
    const totalCount = runTreeWork(countMatches(toCounted(query, assetNo)), views.answer);
    const isWhole = transactions.length === Math.min(query.limit, totalCount);
    return isWhole ? toPage(walletId, query, totalCount, transactions) : undefined;
  } catch (error) {
    if (!(error instanceof MissingViewError)) throw error;
    return undefined;
  }
}

/** The newest rows and the total, which is stored; `undefined` where it is not. */
async function listNewest(
  database: PostgresDatabase,
  walletId: string,
  query: TransactionQuery,
): Promise<TransactionPage | undefined> {
  const rows = await database.readOfWallet(walletId, LIST_NEWEST, walletId, query.limit);
  const total = rows.length < query.limit ? rows.length : rows[0]?.[TOTAL_COLUMN];
  return total === null
    ? undefined
    : toPage(walletId, query, total as number, rows.map(toTransaction));
}

function toPage(
  walletId: string,
  { fields }: TransactionQuery,
  totalCount: number,
  transactions: readonly Transaction[],
): TransactionPage {
  return { totalCount, json: writeTransactions(walletId, fields, transactions) };
}

function bindNewest(walletId: string, query: TransactionQuery): BoundStatement {
  const { sinceMs, beforeMs, limit } = query;
  const isWhole = isUnfiltered(query);
  const [high, low] = [beforeMs ?? HIGHEST_KEY.timestampMs, sinceMs ?? LOWEST_KEY.timestampMs];
  // The root lies on every way; without a time it is all that is needed.
  const ways = [beforeMs ?? (sinceMs === undefined ? high : null), sinceMs ?? null];
  const lookedAt = isWhole ? limit : limit * LOOKED_AT;
  const page = [high, low, lookedAt, limit];
  return [LIST_NEWEST_MATCHES, walletId, ...ways, ...bindFilters(query), ...page];
}

function isUnfiltered({ asset, type, status }: TransactionQuery): boolean {
  return asset === undefined && type === undefined && status === undefined;
}

function bindFilters({ asset, type, status }: TransactionQuery): readonly PostgresValue[] {
  return [
    asset ?? null,
    type === undefined ? null : TYPE_CODES[type],
    status === undefined ? null : STATUS_CODES[status],
  ];
}

function listInSteps(
  database: PostgresDatabase,
  walletId: string,
  query: TransactionQuery,
  checkTime: CheckTime,
): Promise<TransactionPage> {
  return database.readStepsOfWallet(walletId, async (askNext) => {
    const ask: typeof askNext = (statements, isLast) => {
      checkTime();
      return askNext(statements, isLast);
    };
    const [counts] = await ask([bindCounts(walletId, query)]);
    const views = new CountViews(counts?.rows ?? []);
    const assetNo = query.asset === undefined ? ALL_ASSETS : views.assetNo;
    if (assetNo === undefined) return toPage(walletId, query, 0, []);
    const page = await awaitTreeWork(findPage(toCounted(query, assetNo)), async (requests) => {
      const nodeNos = views.listMissing(requests);
      if (nodeNos.length > 0) {
        const [found] = await ask([[VIEW_NODES, walletId, nodeNos, assetNo]]);
        views.add(found?.rows ?? []);
      }
      return requests.map(views.answer);
    });
    const { totalCount, take } = page;
    if (take === 0) return toPage(walletId, query, totalCount, []);
    const [rows] = await ask([bindRows(walletId, query, page)], true);
    return toPage(walletId, query, totalCount, (rows?.rows ?? []).map(toTransaction));
  });
}

function toCounted(query: TransactionQuery, assetNo: number): Parameters<typeof findPage>[0] {
  const { sinceMs, beforeMs, page, limit } = query;
  return { filter: toCountFilter(query, assetNo), sinceMs, beforeMs, offset: page * limit, limit };
}

/** The nodes that tell the total, and those of the newest rows where they have to be looked for. */
function bindCounts(walletId: string, query: TransactionQuery): BoundStatement {
  const { asset, sinceMs = null, beforeMs, page } = query;
  const isNewestRead = asset !== undefined || (page === 0 && !isUnfiltered(query));
  const newestMs = beforeMs ?? (isNewestRead ? HIGHEST_KEY.timestampMs : null);
  if (newestMs === null && sinceMs === null) return selectRoot(walletId);
  return [VIEW_WAYS, walletId, newestMs, sinceMs, asset ?? null];
}

function bindRows(
  walletId: string,
  query: TransactionQuery,
  { ranges, skip, take }: Pick<CountedPage, 'ranges' | 'skip' | 'take'>,
): BoundStatement {
  const filters = bindFilters(query);
  const bounds = ranges.map(({ low, high }) => [
    low.timestampMs,
    low.id,
    high.timestampMs,
    high.id,
  ]);
  const [first = []] = bounds;
  if (bounds.length === 1) return [LIST_RANGE, walletId, ...filters, take, skip, ...first];
  const columns = first.map((_, column) => bounds.map((bound) => bound[column] ?? null));
  return [LIST_RANGES, walletId, ...filters, take, skip, ...columns];
}
