/** A page of a wallet's listing in several round trips: by its counts, wherever its rows are. */
import type { TransactionQuery } from '../../domain/query.ts';
import { writeTransactions } from '../../domain/transaction-json.ts';
import type { WalkPlace } from '../../domain/walk.ts';
import { toCountFilter } from '../counted/count-filter.ts';
import { type CountKey, HIGHEST_KEY } from '../counted/count-key.ts';
import { type CountedPage, findPage, findPageAfter } from '../counted/read-tree.ts';
import { ALL_ASSETS } from '../counted/tally.ts';
import { awaitTreeWork, ROOT_NODE_NO, type TreeReading } from '../counted/tree-request.ts';
import type { TransactionPage } from '../serving.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import {
  type ChangedReading,
  hasChangedTimes,
  walkPage,
  type WalkReading,
  type WalkRequest,
} from '../walk-page.ts';
import type { BoundStatement, StatementResult } from './statement.ts';
import { VIEW_NODES, VIEW_WAYS } from './count-statements.ts';
import { CountViews } from './count-views.ts';
import type { PostgresDatabase } from './database.ts';
import { ListedRows } from './listed-rows.ts';
import { LIST_RANGE, LIST_RANGES } from './listing-statements.ts';
import { toShardRevisions } from './shard-revisions.ts';
import {
  selectChangedIds,
  selectDisplaced,
  selectLatestChange,
  toChangeNo,
  toDisplaced,
} from './time-changes.ts';
import type { CheckTime } from './time-limit.ts';

/** A page to read. */
export interface ListingRequest {
  readonly database: PostgresDatabase;
  readonly walletId: string;
  readonly query: TransactionQuery;
  readonly checkTime: CheckTime;
}

/** Rows that were read for a page. */
interface PageRows {
  readonly totalCount: number;
  /** After a place, one more than the page has if there are as many. */
  readonly listed: ListedRows;
  /** Of the last change of the wallet's times. */
  readonly changeNo: number;
  readonly revision: TransactionPage['revision'];
}

/** Rows of a listing's statement, and how many match in all. */
interface CountedRows {
  readonly totalCount: number;
  readonly listed: ListedRows;
}

const NO_ROWS = new ListedRows();

type Ask = (
  statements: readonly BoundStatement[],
  isLast?: boolean,
) => Promise<readonly StatementResult[]>;

/** What the steps of a page share. */
interface Steps {
  readonly walletId: string;
  readonly query: TransactionQuery;
  readonly ask: Ask;
  readonly views: CountViews;
  readonly assetNo: number;
}

/** Reads the page that a query names. */
export function listInSteps(request: ListingRequest): Promise<TransactionPage> {
  const { database, walletId, query, checkTime } = request;
  return database.readStepsOfWallet(walletId, async (askNext) => {
    const ask: Ask = (statements, isLast) => {
      checkTime();
      return askNext(statements, isLast);
    };
    const first = [bindCounts(walletId, query), selectLatestChange(walletId)];
    const [counts, latest, revisions] = await ask([...first, ...database.bindRevisions(walletId)]);
    const revision = revisions && toShardRevisions(revisions.rows[0]).transactions;
    const changeNo = toChangeNo(latest?.rows[0]?.[0]);
    const { after, asset } = query;
    const isDisplaced = after !== undefined && hasChangedTimes(after.changeNo, changeNo);
    const views = new CountViews(counts?.rows ?? []);
    const assetNo = asset === undefined ? ALL_ASSETS : views.assetNo;
    if (assetNo === undefined) {
      return toPage(walletId, query, { totalCount: 0, listed: NO_ROWS, changeNo, revision });
    }
    const steps = { walletId, query, ask, views, assetNo };
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
  const take = rowsAsked(query);
  const counted = { ...toCounted(query, assetNo), limit: take };
  const { totalCount, ranges } = await runOnTree(steps, findPageAfter(counted, after));
  const page = { ranges, skip: 0, take };
  return { totalCount, listed: await readRows(steps, page, isLast) };
}

/** Reads a page of a walk during which times have changed. */
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
  const { walletId, query, ask } = steps;
  const { limit, sinceMs, beforeMs } = query;
  if (request.read === 'listed') {
    const { totalCount, listed } = await readAfter(steps, request.after, false);
    return { totalCount, listed: listed.toTransactions(limit), hasMore: listed.rowCount > limit };
  }
  const { ids, low, high } = request;
  const bounds = [low.timestampMs, low.id, high.timestampMs, high.id];
  const matching = [sinceMs ?? null, beforeMs ?? null, ...bindFilters(query)];
  const [changed, displaced] = await ask([
    selectChangedIds(walletId, changeNo, ids),
    selectDisplaced(walletId, [changeNo, ...bounds, limit + 1, ...matching]),
  ]);
  return {
    changedIds: new Set((changed?.rows ?? []).map(([id]) => id as string)),
    displaced: (displaced?.rows ?? []).map(toDisplaced),
  };
}

function runOnTree<Result>(
  { ask, walletId, views, assetNo }: Steps,
  work: TreeReading<Result>,
): Promise<Result> {
  return awaitTreeWork(work, async (requests) => {
    const nodeNos = views.listMissing(requests);
    if (nodeNos.length > 0) {
      const [found] = await ask([[VIEW_NODES, walletId, nodeNos, assetNo]]);
      views.add(found?.rows ?? []);
    }
    return requests.map(views.answer);
  });
}

async function readRows(
  { walletId, query, ask }: Steps,
  page: Pick<CountedPage, 'ranges' | 'skip' | 'take'>,
  isLast: boolean,
): Promise<ListedRows> {
  if (page.take === 0) return NO_ROWS;
  const [found] = await ask([bindRows(walletId, query, page)], isLast);
  return new ListedRows(found?.rows);
}

/** Rows that are read for a page: after a place one more, which says whether there is another page. */
export function rowsAsked({ limit, after }: TransactionQuery): number {
  return after === undefined ? limit : limit + 1;
}

/** The page of rows, as the interface has it. */
export function toPage(
  walletId: string,
  { fields, page, limit, after }: TransactionQuery,
  { totalCount, listed, changeNo, revision }: PageRows,
): TransactionPage {
  const shown = Math.min(listed.rowCount, limit);
  const hasMore = after === undefined ? page * limit + shown < totalCount : listed.rowCount > shown;
  const next =
    hasMore && shown > 0
      ? { ...listed.placeAt(shown - 1), changeNo: after?.changeNo ?? changeNo }
      : undefined;
  return { totalCount, json: listed.write(walletId, fields, shown), revision, next };
}

/** True where every row is asked for, of whatever time. */
export function isUnfiltered({ asset, type, status }: TransactionQuery): boolean {
  return asset === undefined && type === undefined && status === undefined;
}

/** The values of the filters, or null. */
export function bindFilters({
  asset,
  type,
  status,
}: TransactionQuery): readonly (string | number | null)[] {
  return [
    asset ?? null,
    type === undefined ? null : TYPE_CODES[type],
    status === undefined ? null : STATUS_CODES[status],
  ];
}

/** The query as the counts are asked. */
export function toCounted(
  query: TransactionQuery,
  assetNo: number,
): Parameters<typeof findPage>[0] {
  const { sinceMs, beforeMs, page, limit } = query;
  return { filter: toCountFilter(query, assetNo), sinceMs, beforeMs, offset: page * limit, limit };
}

/** The state of the root, as one of several statements: enough for every count without a time. */
export function selectRoot(walletId: string): BoundStatement {
  return [VIEW_NODES, walletId, [ROOT_NODE_NO], ALL_ASSETS];
}

/** The nodes that contain the total, and those of the newest rows if the rows have to be searched. */
function bindCounts(walletId: string, query: TransactionQuery): BoundStatement {
  const { asset, sinceMs = null, beforeMs, page, after } = query;
  const isNewestRead = asset !== undefined || (page === 0 && !isUnfiltered(query));
  const newestMs =
    after !== undefined && !isUnfiltered(query)
      ? after.timestampMs
      : (beforeMs ?? (isNewestRead ? HIGHEST_KEY.timestampMs : null));
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
