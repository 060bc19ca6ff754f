/** Reads a page of a wallet's listing in several round trips: the counts locate its rows. */
import type { TransactionQuery } from '../../domain/query.ts';
import { writeTransactions } from '../../domain/transaction-json.ts';
import type { WalkPlace } from '../../domain/walk.ts';
import { type CountKey, HIGHEST_KEY } from '../counted/count-key.ts';
import { type CountedPage, findPage, findPageAfter } from '../counted/read-tree.ts';
import { ALL_ASSETS } from '../counted/code-counts.ts';
import { runTreeWorkAsync, type TreeReading } from '../counted/tree-request.ts';
import type { TransactionPage } from '../serving.ts';
import {
  type ChangedReading,
  hasChangedTimes,
  walkPage,
  type WalkReading,
  type WalkRequest,
} from '../walk-page.ts';
import type { RunStatements } from './database.ts';
import type { BoundStatement } from './statement.ts';
import { VIEW_NODES, VIEW_PATHS } from './count-statements.ts';
import { CountViews } from './count-views.ts';
import { ListedRows } from './listed-rows.ts';
import {
  bindFilters,
  isUnfiltered,
  type ListingRequest,
  rowsToRead,
  toCounted,
  toPage,
} from './listing-request.ts';
import { LIST_RANGE, LIST_RANGES } from './listing-statements.ts';
import { bindKey } from './listing-order.ts';
import { selectRoot } from './root-counts.ts';
import { decodeTransactionId } from './transaction-id.ts';
import { toShardRevisions } from './shard-revisions.ts';
import {
  selectChangedIds,
  selectDisplaced,
  selectLatestChange,
  toChangeNo,
  toDisplaced,
} from './time-changes.ts';

/** Rows of a listing, and the number of all rows that match. */
interface CountedRows {
  readonly totalCount: number;
  readonly listed: ListedRows;
}

const NO_ROWS = new ListedRows();

/** A value of a key. */
type KeyValue = ReturnType<typeof bindKey>[number];

/** State that the steps of a page share. */
interface Steps {
  readonly walletId: string;
  readonly query: TransactionQuery;
  readonly run: RunStatements;
  readonly views: CountViews;
  readonly assetNo: number;
}

/** Reads the page in several round trips. */
export function listByCounts(request: ListingRequest): Promise<TransactionPage> {
  const { database, walletId, query, checkTime } = request;
  return database.readStepsOfWallet(walletId, async (runNext) => {
    const run: RunStatements = (statements, isLast) => {
      checkTime();
      return runNext(statements, isLast);
    };
    const first = [bindCounts(walletId, query), selectLatestChange(walletId)];
    const [counts, latest, revisions] = await run([...first, ...database.bindRevisions(walletId)]);
    const revision = revisions && toShardRevisions(revisions.rows[0]).transactions;
    const changeNo = toChangeNo(latest?.rows[0]?.[0]);
    const { after, asset } = query;
    const isDisplaced = after !== undefined && hasChangedTimes(after.changeNo, changeNo);
    const views = new CountViews(counts?.rows ?? []);
    const assetNo = asset === undefined ? ALL_ASSETS : views.assetNo;
    if (assetNo === undefined) {
      return toPage(walletId, query, { totalCount: 0, listed: NO_ROWS, changeNo, revision });
    }
    const steps = { walletId, query, run, views, assetNo };
    if (isDisplaced) return { ...(await readDisplaced(steps, after)), revision };
    const { totalCount, listed } =
      after === undefined ? await readPage(steps) : await readAfter(steps, after, true);
    return toPage(walletId, query, { totalCount, listed, changeNo, revision });
  });
}

async function readPage(steps: Steps): Promise<CountedRows> {
  const { query, assetNo } = steps;
  const page = await runOnTree(steps, findPage(toCounted(query, assetNo)));
  return { totalCount: page.totalCount, listed: await readRows(steps, page, true) };
}

/** @param isLast false if other statements follow. */
async function readAfter(steps: Steps, after: CountKey, isLast: boolean): Promise<CountedRows> {
  const { query, assetNo } = steps;
  const take = rowsToRead(query);
  const counted = { ...toCounted(query, assetNo), limit: take };
  const { totalCount, ranges } = await runOnTree(steps, findPageAfter(counted, after));
  const page = { ranges, skip: 0, take };
  return { totalCount, listed: await readRows(steps, page, isLast) };
}

/** Reads a page after times of transactions have changed since the first page. */
async function readDisplaced(steps: Steps, after: WalkPlace): Promise<TransactionPage> {
  const { walletId, query } = steps;
  const { changeNo } = after;
  const work = walkPage(after, query.limit);
  let step = work.next();
  while (step.done !== true) step = work.next(await answerWalk(steps, changeNo, step.value));
  const { totalCount, transactions, next } = step.value;
  const json = writeTransactions(walletId, query.fields, transactions);
  return { totalCount, json, next: next && { ...next, changeNo } };
}

async function answerWalk(
  steps: Steps,
  changeNo: number,
  request: WalkRequest,
): Promise<WalkReading | ChangedReading> {
  const { walletId, query, run } = steps;
  const { limit, sinceMs, beforeMs } = query;
  if (request.read === 'listed') {
    const { totalCount, listed } = await readAfter(steps, request.after, false);
    return { totalCount, listed: listed.toTransactions(limit), hasMore: listed.rowCount > limit };
  }
  const { ids, low, high } = request;
  const bounds = [...bindKey(low), ...bindKey(high)];
  const matching = [sinceMs ?? null, beforeMs ?? null, ...bindFilters(query)];
  const [changed, displaced] = await run([
    selectChangedIds(walletId, changeNo, ids),
    selectDisplaced(walletId, [changeNo, ...bounds, limit + 1, ...matching]),
  ]);
  return {
    changedIds: new Set((changed?.rows ?? []).map(([id]) => decodeTransactionId(id as Uint8Array))),
    displaced: (displaced?.rows ?? []).map(toDisplaced),
  };
}

function runOnTree<Result>(
  { run, walletId, views, assetNo }: Steps,
  work: TreeReading<Result>,
): Promise<Result> {
  return runTreeWorkAsync(work, async (requests) => {
    const nodeNos = views.listMissing(requests);
    if (nodeNos.length > 0) {
      const [found] = await run([[VIEW_NODES, walletId, nodeNos, assetNo]]);
      views.add(found?.rows ?? []);
    }
    return requests.map(views.require);
  });
}

async function readRows(
  { walletId, query, run }: Steps,
  page: Pick<CountedPage, 'ranges' | 'skip' | 'take'>,
  isLast: boolean,
): Promise<ListedRows> {
  if (page.take === 0) return NO_ROWS;
  const [found] = await run([bindRows(walletId, query, page)], isLast);
  return new ListedRows(found?.rows, { skip: page.skip, limit: page.take });
}

/** Returns the statement that reads the nodes with the total and, if rows are searched, the newest nodes. */
function bindCounts(walletId: string, query: TransactionQuery): BoundStatement {
  const { asset, sinceMs = null, beforeMs, page, after } = query;
  const isNewestRead = asset !== undefined || (page === 0 && !isUnfiltered(query));
  const newestMs =
    after !== undefined && !isUnfiltered(query)
      ? after.timestampMs
      : (beforeMs ?? (isNewestRead ? HIGHEST_KEY.timestampMs : null));
  if (newestMs === null && sinceMs === null) return selectRoot(walletId);
  return [VIEW_PATHS, walletId, newestMs, sinceMs, asset ?? null];
}

function bindRows(
  walletId: string,
  query: TransactionQuery,
  { ranges, skip, take }: Pick<CountedPage, 'ranges' | 'skip' | 'take'>,
): BoundStatement {
  const filters = bindFilters(query);
  const bounds = ranges.map(({ low, high }) => [...bindKey(low), ...bindKey(high)]);
  const [first = []] = bounds;
  const values = [...filters, skip + take];
  if (bounds.length === 1) return [LIST_RANGE, walletId, ...values, ...first];
  const columns = first.map((_, column) => bounds.map((bound) => bound[column] as KeyValue));
  return [LIST_RANGES, walletId, ...values, ...columns];
}
