/** A page of a wallet's listing in one round trip, if it is among its newest rows. */
import { HIGHEST_KEY, LOWEST_KEY, startOfMillisecond } from '../counted/count-key.ts';
import { countMatches } from '../counted/read-tree.ts';
import { runTreeWork } from '../counted/tree-request.ts';
import type { TransactionPage } from '../serving.ts';
import { hasChangedTimes } from '../walk-page.ts';
import { CountViews, MissingViewError } from './count-views.ts';
import { ListedRows, PAGE_COLUMN_COUNT } from './listed-rows.ts';
import {
  bindFilters,
  isUnfiltered,
  type ListingRequest,
  rowsToRead,
  toCounted,
  toPage,
} from './listing-request.ts';
import { bindKey } from './listing-order.ts';
import { LIST_NEWEST, LIST_NEWEST_MATCHES, LIST_NEXT } from './listing-statements.ts';
import type { BoundStatement, PostgresRow } from './statement.ts';
import { toChangeNo } from './time-changes.ts';

/** The columns of `LIST_NEWEST_MATCHES`: columns of a node, columns of a transaction, the last change. */
const [NODE_NO, BODY, COUNTS, ASSET_NO, TRANSACTION] = [0, 1, 2, 3, 4] as const;
const MATCHES_CHANGE = TRANSACTION + PAGE_COLUMN_COUNT;
/** Rows that are searched for each row of the page before the counts find the others. */
const SEARCHED_PER_ROW = 32;

/**
 * Returns the newest rows that match, optionally after a place. Returns `undefined` if some are not among
 * the newest rows of the wallet, or if times have changed since the first page.
 */
export function listNewest(request: ListingRequest): Promise<TransactionPage | undefined> {
  const { query } = request;
  const isEvery =
    isUnfiltered(query) && query.sinceMs === undefined && query.beforeMs === undefined;
  return isEvery ? listNewestOfAll(request) : listNewestMatches(request);
}

/** Searches the newest rows and reads the counts in one statement. */
async function listNewestMatches(request: ListingRequest): Promise<TransactionPage | undefined> {
  const { database, read, walletId, query } = request;
  const { after } = query;
  const [statement, ...values] = bindMatches(request);
  const { rows, revisions } = await database.readRowsOfWallet(read, statement, ...values);
  const revision = revisions?.transactions;
  const listed = new ListedRows(rows, { from: TRANSACTION, limit: rowsToRead(query) });
  const changeNo = rows.length === 0 ? 0 : toChangeNo(listed.integerAt(0, MATCHES_CHANGE));
  if (after !== undefined && hasChangedTimes(after.changeNo, changeNo)) return undefined;
  const isEnd = isUnfiltered(query) && listed.rowCount < rowsToRead(query);
  // There are no other rows. A wallet without rows may have no counts.
  if (isEnd && after === undefined) {
    const totalCount = listed.rowCount;
    return toPage(walletId, query, { totalCount, listed, changeNo, revision });
  }
  const views = new CountViews(listed.others.map((row) => readView(listed, row)));
  const { assetNo } = views;
  if (assetNo === undefined) return undefined;
  try {
    const totalCount = runTreeWork(countMatches(toCounted(query, assetNo)), views.require);
    const rowCount = after === undefined ? Math.min(query.limit, totalCount) : rowsToRead(query);
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

/** Reads the newest rows and the stored total; `undefined` if no total is stored. */
async function listNewestOfAll({
  database,
  read,
  walletId,
  query,
}: ListingRequest): Promise<TransactionPage | undefined> {
  const { after } = query;
  const limit = rowsToRead(query);
  const place = after === undefined ? [] : bindKey(after);
  const statement = after === undefined ? LIST_NEWEST : LIST_NEXT;
  const { rows, revisions } = await database.readRowsOfWallet(
    read,
    statement,
    walletId,
    limit,
    ...place,
  );
  const listed = new ListedRows(rows, { limit });
  const [total = 0, change = 0] = listed.others;
  const changeNo = toChangeNo(listed.integerAt(change, 0));
  if (after !== undefined && hasChangedTimes(after.changeNo, changeNo)) return undefined;
  const isAll = after === undefined && listed.rowCount < limit;
  const totalCount = isAll ? listed.rowCount : listed.integerAt(total, 0);
  if (totalCount === null) return undefined;
  const revision = revisions?.transactions;
  return toPage(walletId, query, { totalCount, listed, changeNo, revision });
}

function bindMatches({ walletId, query }: ListingRequest): BoundStatement {
  const { sinceMs, beforeMs, after, asset = null } = query;
  const [high, low] = [beforeMs ?? HIGHEST_KEY.timestampMs, sinceMs ?? LOWEST_KEY.timestampMs];
  // The root is on every path; without a time no other node is needed.
  const bounds = [beforeMs ?? (sinceMs === undefined ? high : null), sinceMs ?? null];
  const end = after ?? startOfMillisecond(high);
  const limit = rowsToRead(query);
  const searched = isUnfiltered(query) ? limit : limit * SEARCHED_PER_ROW;
  const page = [...bindKey(end), low, searched, limit, asset];
  return [LIST_NEWEST_MATCHES, walletId, ...bounds, ...bindFilters(query), ...page];
}
