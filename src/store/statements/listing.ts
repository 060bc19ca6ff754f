/**
 * A page of a wallet's listing with its total. The newest rows are read in the order of an index. A total, and a page that
 * is further down or filtered, is found by the counts of months and days, so that at most a few days of rows are read.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { TransactionQuery } from '../../domain/query.ts';
import type { WalkPlace } from '../../domain/walk.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { TimeRange } from '../records.ts';
import {
  type Block,
  daysOf,
  divideRange,
  findSlice,
  joinBlocks,
  type PeriodRange,
  rangeOfPeriod,
  rangeOfQuery,
  type Slice,
} from '../rules/periods.ts';
import {
  hasMoves,
  LOWEST_PLACE,
  mergeByPlace,
  type PageRow,
  type Place,
  placeOf,
  sortByTime,
  type WalkedRow,
} from '../rules/walk.ts';
import type { TransactionPage, WalletKey } from '../serving.ts';
import type { ServingDatabase, Session } from '../sql/database.ts';
import {
  allOf,
  at,
  type EngineText,
  type Input,
  limitTo,
  type Query,
  raw,
  records,
  sql,
} from '../sql/query.ts';
import { countRows } from './read-value.ts';
import { ALL_ASSETS } from './counts.ts';
import { rowsOfEach } from './listed-rows.ts';
import { listMovedIds } from './moves.ts';
import { NEWEST_FIRST, pageRowReader, selectPageRows, type StoredPageRow } from './page-rows.ts';
import { listFilters, useIndex } from './transaction-rows.ts';

/** Maximum reads for a page of a walk. More than one is needed if rows after its place were already returned. */
const WALK_READS_MAX = 8;

/** The page of a wallet that was removed. */
const EMPTY_PAGE: TransactionPage = { totalCount: 0, json: '', next: undefined };

/** What a listing needs of the wallet: its number of rows, and the number of its newest move. */
type Content = readonly [total: number, moveNo: number];

function selectContent({ no }: WalletKey): Query {
  return sql`SELECT transaction_count, last_move_no FROM wallet_content WHERE wallet_no = ${no}`.arrays();
}

/** See `ServingStore.listTransactions`. */
export function listTransactions(
  serving: ServingDatabase,
  wallet: WalletKey,
  query: TransactionQuery,
): Promise<TransactionPage> {
  if (isNewest(query)) return readNewest(serving, wallet, query);
  return serving.readWallet(wallet.no, (session) => readPage(session, wallet, query));
}

/** Returns the first page of all rows, which needs no counts. */
async function readNewest(
  serving: ServingDatabase,
  wallet: WalletKey,
  query: TransactionQuery,
): Promise<TransactionPage> {
  const { fields, limit } = query;
  const selectRows = sql`SELECT ${selectPageRows(fields)} FROM wallet_transaction AS tx
    WHERE tx.wallet_no = ${wallet.no} ${NEWEST_FIRST} ${limitTo(limit)}`.arrays();
  const [contents, rows] = await serving.readAtOnce(wallet.no, [selectContent(wallet), selectRows]);
  const [content] = contents as unknown as readonly Content[];
  if (content === undefined) return EMPTY_PAGE;
  const newest = (rows as unknown as readonly StoredPageRow[]).map(pageRowReader(wallet, fields));
  return writePageOf(query, newest, content);
}

/** Reads a page that may need counts. All reads must be on one snapshot. */
async function readPage(
  session: Session,
  wallet: WalletKey,
  query: TransactionQuery,
): Promise<TransactionPage> {
  const content = await session.row<Content>(selectContent(wallet));
  if (content === undefined) return EMPTY_PAGE;
  const listing = new Listing(session, wallet, query);
  const { after } = query;
  if (after === undefined) return listing.readPage(content);
  const [, moveNo] = content;
  const isMoved = hasMoves(after.moveNo, moveNo);
  return isMoved ? listing.readMovedPage(after, content) : listing.readNextPage(after, content);
}

/** The listing of one query. */
class Listing {
  readonly #session: Session;
  readonly #wallet: WalletKey;
  readonly #query: TransactionQuery;
  readonly #range: TimeRange;
  readonly #columns: EngineText;
  readonly #read: (row: StoredPageRow) => PageRow;

  constructor(session: Session, wallet: WalletKey, query: TransactionQuery) {
    this.#session = session;
    this.#wallet = wallet;
    this.#query = query;
    this.#columns = selectPageRows(query.fields);
    this.#read = pageRowReader(wallet, query.fields);
    this.#range = rangeOfQuery(query);
  }

  /** Returns the page of a number. */
  async readPage([total, moveNo]: Content): Promise<TransactionPage> {
    const { page, limit } = this.#query;
    const skip = page * limit;
    const blocks = await this.#readBlocks(skip > 0);
    const totalCount = blocks === undefined ? total : sumOf(blocks);
    if (skip >= totalCount) return { ...EMPTY_PAGE, totalCount };
    const rows = await this.#readRows(blocks, { skip, take: limit });
    return writePageOf(this.#query, rows, [totalCount, moveNo]);
  }

  /** Returns the page after a place. */
  async readNextPage(after: WalkPlace, [total]: Content): Promise<TransactionPage> {
    const { totalCount, listed, hasMore } = await this.#readAfter(after, total);
    return writePage(listed, totalCount, hasMore ? listed.at(-1) : undefined, after.moveNo);
  }

  /** Returns the page after a place of a walk during which times have changed. */
  async readMovedPage(walk: WalkPlace, [total]: Content): Promise<TransactionPage> {
    const { limit } = this.#query;
    const found: WalkedRow[] = [];
    let after: Place = walk;
    for (let reads = 1; ; reads += 1) {
      const { totalCount, listed, hasMore } = await this.#readAfter(after, total);
      const low = (hasMore ? listed.at(-1) : undefined) ?? LOWEST_PLACE;
      found.push(...(await this.#readWalked(walk.moveNo, listed, low, after)));
      after = low;
      if (found.length < limit && hasMore && reads < WALK_READS_MAX) continue;
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1)?.place : hasMore ? low : undefined;
      return writePage(sortByTime(shown), totalCount, last, walk.moveNo);
    }
  }

  /** Returns the next rows after a place, and whether there are more. */
  async #readAfter(place: Place, total: number) {
    const { limit } = this.#query;
    const blocks = await this.#readBlocks(false);
    const totalCount = blocks === undefined ? total : sumOf(blocks);
    const slice = { skip: 0, take: limit + 1, downFromMs: place.timestampMs };
    const rows = await this.#readRows(blocks, slice, place);
    return { totalCount, listed: rows.slice(0, limit), hasMore: rows.length > limit };
  }

  /** Returns the rows of a walk from the place `low` up to, not including, `high`. @param listed those listed there now. */
  async #readWalked(
    moveNo: number,
    listed: readonly PageRow[],
    low: Place,
    high: Place,
  ): Promise<readonly WalkedRow[]> {
    const walletNo = this.#wallet.no;
    const ids = listed.map(({ id }) => id);
    const movedIds = await listMovedIds(this.#session, walletNo, moveNo, ids);
    const isMoved = sql`tx.wallet_no = ${walletNo} AND tx.id = move.id`;
    const { fromMs, toMs } = this.#range;
    const isListed = allOf(
      sql`tx.time >= ${at(fromMs)} AND tx.time < ${at(toMs)}`,
      ...this.#filters(),
    );
    // By the places that rows had after the numbered move and no longer have.
    const displaced = await this.#session.rows<
      readonly [placeTimeMs: number, placeId: string, ...row: StoredPageRow]
    >(
      sql`SELECT move.time AS place_time, move.place_id, ${this.#columns}
      FROM transaction_move AS move
      JOIN ${rowsOfEach('wallet_transaction', 'tx', isMoved)}
      WHERE move.wallet_no = ${walletNo} AND move.move_no > ${moveNo}
        AND (move.time, move.place_id) >= (${at(low.timestampMs)}, ${low.id})
        AND (move.time, move.place_id) < (${at(high.timestampMs)}, ${high.id})
        AND ${isListed}
        AND NOT EXISTS (SELECT 1 FROM transaction_move AS earlier
          WHERE earlier.wallet_no = ${walletNo} AND earlier.id = move.id
            AND earlier.move_no > ${moveNo} AND earlier.move_no < move.move_no)
      ORDER BY move.time DESC, move.place_id DESC ${limitTo(this.#query.limit + 1)}`.arrays(),
    );
    const walked = displaced.map(([timestampMs, id, ...row]) => {
      return { place: { timestampMs, id }, row: this.#read(row) };
    });
    return mergeByPlace(listed, movedIds, walked);
  }

  /**
   * Returns the parts of the range that have matching rows, newest first, and their numbers. `undefined` if neither the
   * total nor the page needs them.
   *
   * @param isDeep true if the page is not at the start of the range.
   */
  async #readBlocks(isDeep: boolean): Promise<readonly Block[] | undefined> {
    if (!isSelective(this.#query) && !isDeep) return undefined;
    const { periods, parts } = divideRange(this.#range.fromMs, this.#range.toMs);
    const blocks = await this.#readPeriods(periods);
    for (const part of parts) blocks.push({ ...part, count: await this.#countPart(part) });
    return blocks
      .filter(({ count }) => count > 0)
      .sort((left, right) => right.fromMs - left.fromMs);
  }

  async #readPeriods(ranges: readonly PeriodRange[]): Promise<Block[]> {
    const { asset = ALL_ASSETS, type, status } = this.#query;
    const ofType = type === undefined ? raw('') : sql` AND counted.type = ${type}`;
    const ofStatus = status === undefined ? raw('') : sql` AND counted.status = ${status}`;
    const list = records(ranges, {
      from_period: ['text', ({ from }) => from],
      to_period: ['text', ({ to }) => to],
    });
    const isInRange = sql`counted.wallet_no = ${this.#wallet.no} AND counted.asset = ${asset}
      AND counted.period >= range.from_period AND counted.period < range.to_period${ofType}${ofStatus}`;
    const rows = await this.#session.rows<{ readonly period: string; readonly count: number }>(
      sql`SELECT counted.period, CAST(sum(counted.count) AS bigint) AS count FROM ${list} AS range
        JOIN ${rowsOfEach('transaction_count', 'counted', isInRange)} GROUP BY counted.period`,
    );
    return rows.map(({ period, count }) => Object.assign(rangeOfPeriod(period), { count }));
  }

  #countPart({ fromMs, toMs }: TimeRange): Promise<number> {
    const rows = sql`FROM wallet_transaction AS tx ${useIndex(this.#indexName())}
      WHERE ${this.#isIn(at(fromMs), at(toMs))}`;
    return countRows(this.#session, rows);
  }

  async #readRows(
    blocks: readonly Block[] | undefined,
    slice: Slice,
    place?: Place,
  ): Promise<readonly PageRow[]> {
    const { skip, take } = slice;
    const isAtStart = skip === 0 && !isFiltered(this.#query);
    if (blocks === undefined || isAtStart) {
      return this.#readRange(this.#range, { skip, take }, place);
    }
    const rough = findSlice(blocks, slice);
    const days = await this.#readDays(rough.blocks);
    const found = findSlice(days, { ...slice, skip: rough.skip });
    const ranges = joinBlocks(found.blocks);
    const [only] = ranges;
    if (only === undefined) return [];
    if (ranges.length === 1) return this.#readRange(only, { skip: found.skip, take }, place);
    const rows = await this.#readRanges(ranges, place);
    return rows.slice(found.skip, found.skip + take);
  }

  /** Divides blocks that are longer than a day into days. */
  async #readDays(blocks: readonly Block[]): Promise<readonly Block[]> {
    const months = blocks.filter(({ fromMs, toMs }) => toMs - fromMs > DAY_MS);
    if (months.length === 0) return blocks;
    const ranges = joinBlocks(months).map(({ fromMs, toMs }) => daysOf(fromMs, toMs));
    const days = await this.#readPeriods(ranges);
    const others = blocks.filter((block) => !months.includes(block));
    return [...others, ...days].sort((left, right) => right.fromMs - left.fromMs);
  }

  async #readRange(range: TimeRange, slice: Slice, place?: Place): Promise<readonly PageRow[]> {
    const { skip, take } = slice;
    const isInRange = this.#isIn(at(range.fromMs), at(endOf(range.toMs, place)), place);
    const rows = await this.#session.rows<StoredPageRow>(
      sql`SELECT ${this.#columns} FROM wallet_transaction AS tx ${useIndex(this.#indexName())}
      WHERE ${isInRange} ${NEWEST_FIRST} ${limitTo(take)} OFFSET ${skip}`.arrays(),
    );
    return rows.map(this.#read);
  }

  /** Reads all matching rows of ranges that are apart, newest first. */
  async #readRanges(ranges: readonly TimeRange[], place?: Place): Promise<readonly PageRow[]> {
    const list = records(ranges, {
      from_time: ['timestamptz', ({ fromMs }) => at(fromMs)],
      to_time: ['timestamptz', ({ toMs }) => at(endOf(toMs, place))],
    });
    const isInRange = this.#isIn(raw('range.from_time'), raw('range.to_time'), place);
    const rows = await this.#session.rows<StoredPageRow>(
      sql`SELECT ${this.#columns}
      FROM ${list} AS range JOIN ${rowsOfEach('wallet_transaction', 'tx', isInRange, this.#indexName())}
      ${NEWEST_FIRST}`.arrays(),
    );
    return rows.map(this.#read);
  }

  /** Returns the condition of the matching rows of a range. */
  #isIn(from: Input, to: Input, place?: Place): Query {
    const range = sql`tx.wallet_no = ${this.#wallet.no} AND tx.time >= ${from} AND tx.time < ${to}`;
    return allOf(range, place !== undefined && isBeforePlace(place), ...this.#filters());
  }

  /** Names the index of the filters, if there is one. */
  #indexName(): string | undefined {
    const { asset, status } = this.#query;
    if (asset !== undefined) return 'wallet_transaction_by_asset';
    return isOftenRare(status) ? 'wallet_transaction_not_completed' : undefined;
  }

  #filters(): readonly (Query | false)[] {
    // An index has only these rows.
    const isIndexed = isOftenRare(this.#query.status) && raw(`tx.status <> 'completed'`);
    return [...listFilters(this.#query), isIndexed];
  }
}

/** Returns true for the first page of all rows, which needs no counts. */
function isNewest(query: TransactionQuery): boolean {
  return query.page === 0 && query.after === undefined && !isSelective(query);
}

/** Returns false if the query selects all rows. */
function isSelective(query: TransactionQuery): boolean {
  return isFiltered(query) || query.sinceMs !== undefined || query.beforeMs !== undefined;
}

function isFiltered({ asset, type, status }: TransactionQuery): boolean {
  return asset !== undefined || type !== undefined || status !== undefined;
}

/** Returns true for a status other than completed. These rows have an index of their own. */
function isOftenRare(status: TransactionQuery['status']): boolean {
  return status !== undefined && status !== 'completed';
}

/** Returns the end of a range, or the end of the millisecond of a place in it. */
function endOf(toMs: number, place: Place | undefined): number {
  return place === undefined ? toMs : Math.min(toMs, place.timestampMs + 1);
}

/**
 * Compares rows up to {@link endOf} with a place. SQLite would take `(time, id) < (…)` as the end of each range, and read all
 * rows between the range and the place.
 */
function isBeforePlace({ timestampMs, id }: Place): Query {
  return sql`(tx.time <> ${at(timestampMs)} OR tx.id < ${id})`;
}

/**
 * Writes the page of a number.
 *
 * @throws {StoreUnavailableError} if rows are missing.
 */
function writePageOf(
  { page, limit }: TransactionQuery,
  rows: readonly PageRow[],
  [totalCount, moveNo]: Content,
): TransactionPage {
  const skip = page * limit;
  if (rows.length < Math.min(limit, totalCount - skip)) {
    throw new StoreUnavailableError('transactions are missing; run `teller doctor --fix`');
  }
  const last = skip + rows.length < totalCount ? rows.at(-1) : undefined;
  return writePage(rows, totalCount, last, moveNo);
}

/** @param last the place after which the next page begins; `undefined` for the last page. */
function writePage(
  rows: readonly PageRow[],
  totalCount: number,
  last: Place | undefined,
  moveNo: number,
): TransactionPage {
  const next = last && { ...placeOf(last), moveNo };
  return { totalCount, json: rows.map(({ json }) => json).join(','), next };
}

function sumOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { count }) => sum + count, 0);
}
