/** Reads a page of a wallet's listing; the counted tree gives the places of its rows. */
import type { TransactionQuery } from '../../domain/query.ts';
import { type JsonText, releaseBytes } from '../../domain/json-text.ts';
import { isEveryField, readLastPlace, writeTransactions } from '../../domain/transaction-json.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { WalkPlace } from '../../domain/walk.ts';
import { toCountFilter } from '../counted/count-filter.ts';
import { type CountKey, earlierKey, type KeyRange, placeOf } from '../counted/count-key.ts';
import {
  type CountedPage,
  findPage,
  findPageAfter,
  type WalkedPage,
} from '../counted/read-tree.ts';
import { ALL_ASSETS, type CountFilter } from '../counted/code-counts.ts';
import type { TransactionPage } from '../serving.ts';
import { toTransaction } from '../table-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import { hasChangedTimes, walkPage } from '../walk-page.ts';
import type { SqliteConnection, SqliteValue } from './connection.ts';
import { readTree } from './count-reading.ts';
import {
  ANY_LISTINGS,
  bindFilters,
  bindRange,
  COLUMN_LISTINGS,
  filterBitsOf,
  JSON_LISTINGS,
} from './listing-statements.ts';
import { LATEST_CHANGE, listChangedIds, listDisplaced } from './time-changes.ts';
import { findAssetNo } from './transaction-counts.ts';
import { jsonFormOf, type JsonForm } from './transaction-json.ts';

const FIND_WALLET = `SELECT wallet_no, ${LATEST_CHANGE} FROM wallet WHERE id = ?`;

/** Reads the page in a transaction. */
export function listByCounts(
  connection: SqliteConnection,
  walletId: string,
  query: TransactionQuery,
): TransactionPage {
  const [walletNo, latestChangeNo] = connection.readRow(FIND_WALLET, walletId) ?? [];
  if (walletNo === undefined) return EMPTY_PAGE;
  const { after } = query;
  const changeNo = (latestChangeNo ?? 0) as number;
  const isDisplaced = after !== undefined && hasChangedTimes(after.changeNo, changeNo);
  const filter = toFilter(connection, walletNo as number, query);
  if (filter === undefined) return EMPTY_PAGE;
  const reading = { connection, walletId, walletNo: walletNo as number, query, filter };
  if (after === undefined) return readPage(reading, changeNo);
  return isDisplaced ? readDisplaced(reading, after) : readPageAfter(reading, after);
}

const EMPTY_PAGE: TransactionPage = { totalCount: 0, json: '', next: undefined };

/** The query of a page, and the objects that read it. */
interface PageReading {
  readonly connection: SqliteConnection;
  readonly walletId: string;
  readonly walletNo: number;
  readonly query: TransactionQuery;
  readonly filter: CountFilter;
}

type PagePlace = Pick<CountedPage, 'ranges' | 'skip' | 'take'>;

/** Rows as JSON, and the place of the last one. */
interface WrittenRows {
  readonly json: JsonText;
  readonly rowCount: number;
  /** Must only be called after the rows were read, and if there are any. */
  readonly findLast: () => CountKey;
}

function readPage(reading: PageReading, changeNo: number): TransactionPage {
  const { connection, walletNo, query, filter } = reading;
  const { sinceMs, beforeMs, limit } = query;
  const offset = query.page * limit;
  const work = findPage({ filter, sinceMs, beforeMs, offset, limit });
  const page = readTree(connection, walletNo, work);
  const { json, findLast } = writePage(reading, page);
  const { totalCount } = page;
  const hasMore = page.take > 0 && offset + page.take < totalCount;
  return { totalCount, json, next: hasMore ? { ...findLast(), changeNo } : undefined };
}

function readPageAfter(reading: PageReading, after: WalkPlace): TransactionPage {
  const { limit } = reading.query;
  const { totalCount, ranges } = readWalked(reading, after);
  const { json, rowCount, findLast } = writePage(reading, { ranges, skip: 0, take: limit });
  const last = rowCount < limit ? undefined : findLast();
  const hasMore = last !== undefined && hasRowBefore(reading, ranges, last);
  const next = hasMore ? { ...last, changeNo: after.changeNo } : undefined;
  return { totalCount, json, next };
}

/** Reads the page after a place of a walk. */
function readWalked(
  { connection, walletNo, query, filter }: PageReading,
  after: CountKey,
): WalkedPage {
  const { sinceMs, beforeMs, limit } = query;
  const work = findPageAfter({ filter, sinceMs, beforeMs, limit: limit + 1 }, after);
  return readTree(connection, walletNo, work);
}

function hasRowBefore(
  { connection, walletNo, query }: PageReading,
  ranges: readonly KeyRange[],
  place: CountKey,
): boolean {
  const sql = ANY_LISTINGS[filterBitsOf(query)] as string;
  return ranges.some(({ low, high }) => {
    const range = bindRange({ low, high: earlierKey(high, place) });
    return connection.readRow(sql, walletNo, ...range, ...bindFilters(query), 1, 0) !== undefined;
  });
}

/** Reads a page of a walk during which times have changed. */
function readDisplaced(reading: PageReading, after: WalkPlace): TransactionPage {
  const { connection, walletId, walletNo, query } = reading;
  const { limit, fields, sinceMs, beforeMs, asset, type, status } = query;
  const { changeNo } = after;
  const matching = [
    sinceMs ?? null,
    beforeMs ?? null,
    asset ?? null,
    type === undefined ? null : TYPE_CODES[type],
    status === undefined ? null : STATUS_CODES[status],
  ];
  const work = walkPage(after, limit);
  let step = work.next();
  while (step.done !== true) {
    const request = step.value;
    if (request.read === 'listed') {
      const { totalCount, ranges } = readWalked(reading, request.after);
      const rows = readRows(reading, { ranges, skip: 0, take: limit + 1 });
      const listed = rows.slice(0, limit);
      step = work.next({ totalCount, listed, hasMore: rows.length > limit });
    } else {
      const { ids, low, high } = request;
      const changedIds = listChangedIds(connection, walletNo, changeNo, ids);
      const bounds = bindRange({ low, high });
      const values = [changeNo, ...bounds, limit + 1, ...matching];
      step = work.next({ changedIds, displaced: listDisplaced(connection, walletNo, values) });
    }
  }
  const { totalCount, transactions, next } = step.value;
  const json = writeTransactions(walletId, fields, transactions);
  return { totalCount, json, next: next && { ...next, changeNo } };
}

function writePage(reading: PageReading, page: PagePlace): WrittenRows {
  const { walletId, query } = reading;
  if (isEveryField(query.fields)) return readJson(reading, page);
  const rows = readRows(reading, page);
  return {
    json: writeTransactions(walletId, query.fields, rows),
    rowCount: rows.length,
    findLast: () => placeOf(rows.at(-1) as Transaction),
  };
}

/** Reads rows with all fields, as JSON by SQLite. */
function readJson(reading: PageReading, page: PagePlace): WrittenRows {
  const { connection, walletId, query } = reading;
  const form = jsonFormOf(page.take);
  const sql = JSON_LISTINGS[form][filterBitsOf(query)] as string;
  const walletIdJson = JSON.stringify(walletId);
  const parts: JsonText[] = [];
  let rowCount = 0;
  readRanges(reading, page, (values) => {
    const [count, json] = connection.readRow(sql, walletIdJson, ...values) ?? [];
    if (json !== null) parts.push(json as string | Uint8Array);
    rowCount += count as number;
    return count as number;
  });
  const json = joinParts(parts, form);
  return { json, rowCount, findLast: () => readLastPlace(json) };
}

function joinParts(parts: readonly JsonText[], form: JsonForm): JsonText {
  const [first = '', ...others] = parts;
  if (others.length === 0) return first;
  return form === 'text' ? parts.join(',') : joinBytes(parts as Uint8Array[]);
}

/** Returns the parts, separated by commas. They must not be used afterwards. */
function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = Buffer.concat(
    parts.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part])),
  );
  parts.forEach(releaseBytes);
  return whole;
}

const COMMA = Buffer.from(',');

function readRows(reading: PageReading, page: PagePlace): readonly Transaction[] {
  const { connection, query } = reading;
  const sql = COLUMN_LISTINGS[filterBitsOf(query)] as string;
  const transactions: Transaction[] = [];
  readRanges(reading, page, (values) => {
    const rows = connection.readRows(sql, ...values);
    for (const row of rows) transactions.push(toTransaction(row));
    return rows.length;
  });
  return transactions;
}

/**
 * Reads the ranges of a page in turn.
 *
 * @param read runs a statement of the query's filters with these values and returns the number of rows.
 */
function readRanges(
  { walletNo, query }: PageReading,
  { ranges, skip, take }: PagePlace,
  read: (values: readonly SqliteValue[]) => number,
): void {
  const filters = bindFilters(query);
  let left = take;
  let offset = skip;
  for (const range of ranges) {
    if (left === 0) return;
    left -= read([walletNo, ...bindRange(range), ...filters, left, offset]);
    offset = 0;
  }
}

/** Returns `undefined` if the wallet never held the asset. */
function toFilter(
  connection: SqliteConnection,
  walletNo: number,
  query: TransactionQuery,
): CountFilter | undefined {
  const { asset } = query;
  const assetNo = asset === undefined ? ALL_ASSETS : findAssetNo(connection, walletNo, asset);
  return assetNo === undefined ? undefined : toCountFilter(query, assetNo);
}
