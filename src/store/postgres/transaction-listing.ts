import type { TransactionQuery } from '../../domain/query.ts';
import type { TransactionStatus } from '../../domain/transaction.ts';
import { toCountFilter } from '../counted/count-filter.ts';
import { HIGHEST_KEY, LOWEST_KEY, startOfMillisecond } from '../counted/count-key.ts';
import { translateTreeError } from '../counted/counted-tree-error.ts';
import { countMatches } from '../counted/read-tree.ts';
import { runTreeWork } from '../counted/tree-request.ts';
import type { TransactionPage } from '../serving.ts';
import { hasChangedTimes } from '../walk-page.ts';
import type { BoundStatement, PostgresRow } from './statement.ts';
import { CountViews, MissingViewError } from './count-views.ts';
import type { PostgresDatabase, ServedRead } from './database.ts';
import { ListedRows, PAGE_COLUMN_COUNT } from './listed-rows.ts';
import { LIST_NEWEST, LIST_NEWEST_MATCHES, LIST_NEXT } from './listing-statements.ts';
import {
  bindFilters,
  isUnfiltered,
  listInSteps,
  type ListingRequest,
  rowsAsked,
  toCounted,
  toPage,
} from './listing-steps.ts';
import { limitTime } from './time-limit.ts';
import { toChangeNo } from './time-changes.ts';

/** The columns of `LIST_NEWEST_MATCHES`: those of a node, those of a transaction, and the last change. */
const [NODE_NO, BODY, COUNTS, ASSET_NO, TRANSACTION] = [0, 1, 2, 3, 4] as const;
const MATCHES_CHANGE = TRANSACTION + PAGE_COLUMN_COUNT;
/** The columns of `LIST_NEWEST`: those of a transaction, the total and the last change. */
const [NEWEST_TOTAL, NEWEST_CHANGE] = [PAGE_COLUMN_COUNT, PAGE_COLUMN_COUNT + 1] as const;
/** Rows read for each row of the page, before the counts are used to find the rest. */
const LOOKED_AT = 32;
/** Beyond it a page is looked for by the counts alone. */
const LOOKED_FOR_MAX = 100;

/** As long as any other read: a connection (3 s), its settings (3 s) and a statement (6 s). */
const LISTING_TIME_MS = 12_000;

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

/** How a listing is read. */
interface ListingOptions {
  /** For all statements that it takes. */
  readonly timeMs?: number;
  /** The revision that the caller of the service has seen. */
  readonly revision?: number | undefined;
}

/** A listing, and which revision of the wallet the caller has seen. */
type ServedListing = ListingRequest & { readonly read: ServedRead };

/**
 * See `ServingStore.listTransactions`. An unknown wallet has no transactions. Total and page are
 * read from one state of the database.
 *
 * @throws {StoreUnavailableError} where the counts are damaged, or it takes longer.
 */
export async function listTransactions(
  database: PostgresDatabase,
  walletId: string,
  query: TransactionQuery,
  { timeMs = LISTING_TIME_MS, revision }: ListingOptions = {},
): Promise<TransactionPage> {
  try {
    return await limitTime(timeMs, async (checkTime) => {
      const read: ServedRead = { walletId, of: 'transactions', revision };
      return list({ database, read, walletId, query, checkTime });
    });
  } catch (error) {
    throw translateTreeError(error);
  }
}

async function list(request: ServedListing): Promise<TransactionPage> {
  const { query, checkTime } = request;
  const { after, page, limit } = query;
  const isFirst = page === 0 || after !== undefined;
  const isShort = isFirst && (limit <= LOOKED_FOR_MAX || isUnfiltered(query));
  const listed = isShort ? await listAtOnce(request) : undefined;
  checkTime();
  return listed ?? listInSteps(request);
}

/**
 * The newest rows that match, of all or after a place, where they are among the newest of these: they
 * are found before they are counted, so that one round trip is enough; `undefined` where they are not,
 * and where times have changed since a walk began.
 */
async function listAtOnce(request: ServedListing): Promise<TransactionPage | undefined> {
  const { database, read, walletId, query } = request;
  const { sinceMs, beforeMs, after } = query;
  if (isUnfiltered(query) && sinceMs === undefined && beforeMs === undefined) {
    return listNewest(request);
  }
  const [statement, ...values] = bindNewest(request);
  const { rows, revisions } = await database.readRowsOfWallet(read, statement, ...values);
  const revision = revisions?.transactions;
  const listed = new ListedRows(rows, TRANSACTION);
  const changeNo = rows.length === 0 ? 0 : toChangeNo(listed.integerAt(0, MATCHES_CHANGE));
  if (after !== undefined && hasChangedTimes(after.changeNo, changeNo)) return undefined;
  const isEnd = isUnfiltered(query) && listed.rowCount < rowsAsked(query);
  // There are no others, and perhaps no counts: of a wallet without rows nothing was written.
  if (isEnd && after === undefined) {
    const totalCount = listed.rowCount;
    return toPage(walletId, query, { totalCount, listed, changeNo, revision });
  }
  const views = new CountViews(listed.others.map((row) => readView(listed, row)));
  const { assetNo } = views;
  if (assetNo === undefined) return undefined;
  try {
    const totalCount = runTreeWork(countMatches(toCounted(query, assetNo)), views.answer);
    const rowCount = after === undefined ? Math.min(query.limit, totalCount) : rowsAsked(query);
    const isWhole = isEnd || listed.rowCount === rowCount;
    if (!isWhole) return undefined;
    return toPage(walletId, query, { totalCount, listed, changeNo, revision });
  } catch (error) {
    if (!(error instanceof MissingViewError)) throw error;
    return undefined;
  }
}

/** Returns a row of `LIST_NEWEST_MATCHES` that is a node. */
function readView(listed: ListedRows, row: number): PostgresRow {
  return [
    listed.integerAt(row, NODE_NO),
    listed.bytesAt(row, BODY),
    listed.bytesAt(row, COUNTS),
    listed.integerAt(row, ASSET_NO),
  ];
}

/** The newest rows and the total, which is stored; `undefined` where it is not. */
async function listNewest({
  database,
  read,
  walletId,
  query,
}: ServedListing): Promise<TransactionPage | undefined> {
  const { after } = query;
  const asked = rowsAsked(query);
  const place = after === undefined ? [] : [after.timestampMs, after.id];
  const statement = after === undefined ? LIST_NEWEST : LIST_NEXT;
  const { rows, revisions } = await database.readRowsOfWallet(
    read,
    statement,
    walletId,
    asked,
    ...place,
  );
  const listed = new ListedRows(rows);
  const [counts = 0] = listed.others;
  const changeNo = toChangeNo(listed.integerAt(counts, NEWEST_CHANGE));
  if (after !== undefined && hasChangedTimes(after.changeNo, changeNo)) return undefined;
  const isAll = after === undefined && listed.rowCount < asked;
  const totalCount = isAll ? listed.rowCount : listed.integerAt(counts, NEWEST_TOTAL);
  if (totalCount === null) return undefined;
  const revision = revisions?.transactions;
  return toPage(walletId, query, { totalCount, listed, changeNo, revision });
}

function bindNewest({ walletId, query }: ListingRequest): BoundStatement {
  const { sinceMs, beforeMs, after } = query;
  const [high, low] = [beforeMs ?? HIGHEST_KEY.timestampMs, sinceMs ?? LOWEST_KEY.timestampMs];
  // The root lies on every way; without a time it is all that is needed.
  const ways = [beforeMs ?? (sinceMs === undefined ? high : null), sinceMs ?? null];
  const end = after ?? startOfMillisecond(high);
  const asked = rowsAsked(query);
  const lookedAt = isUnfiltered(query) ? asked : asked * LOOKED_AT;
  const page = [end.timestampMs, end.id, low, lookedAt, asked];
  return [LIST_NEWEST_MATCHES, walletId, ...ways, ...bindFilters(query), ...page];
}
