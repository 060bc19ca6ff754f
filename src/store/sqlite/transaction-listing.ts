import type { TransactionQuery } from '../../domain/query.ts';
import { releaseBytes } from '../../domain/json-text.ts';
import { isEveryField, writeTransactions } from '../../domain/transaction-json.ts';
import type { Transaction, TransactionStatus } from '../../domain/transaction.ts';
import { toCountFilter } from '../counted/count-filter.ts';
import { translateTreeError } from '../counted/counted-tree-error.ts';
import { type CountedPage, countMatches, findPage } from '../counted/read-tree.ts';
import { ALL_ASSETS, type CountFilter } from '../counted/tally.ts';
import type { TreeReading } from '../counted/tree-request.ts';
import type { TransactionPage } from '../store.ts';
import { toTransaction, TRANSACTION_COLUMNS } from '../table-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { SqliteConnection, SqliteValue } from './connection.ts';
import { findAssetNo, WalletCounts } from './transaction-counts.ts';
import { selectJson } from './transaction-json.ts';

const FILTER_BITS = { asset: 1, type: 2, status: 4 } as const;
const FILTER_COMBINATIONS = 8;
const FIND_WALLET = 'SELECT wallet_no FROM wallet WHERE id = ?';
/** Pages of so many rows are told as bytes: they have about `JSON_BYTES_MIN`. */
const BYTES_ROWS_MIN = 50;

/**
 * The rows of a range, by the sum of the bits of the filters. They bind the wallet, the range's
 * bounds, the filters' values, the limit and the offset. With `LIMIT ?` alone a call costs 15 µs
 * instead of 4, as if SQLite prepared the statement anew for each value.
 */
const ROWS: readonly string[] = Array.from(
  { length: FILTER_COMBINATIONS },
  (_, filters) => `FROM wallet_transaction
    WHERE wallet_no = ? AND (timestamp_ms, id) >= (?, ?) AND (timestamp_ms, id) < (?, ?)
      ${(filters & FILTER_BITS.asset) === 0 ? '' : 'AND asset = ?'}
      ${(filters & FILTER_BITS.type) === 0 ? '' : 'AND type = ?'}
      ${(filters & FILTER_BITS.status) === 0 ? '' : 'AND status = ?'}
    ORDER BY timestamp_ms DESC, id DESC LIMIT ? + 0 OFFSET ? + 0`,
);
const COLUMN_LISTINGS = ROWS.map((rows) => `SELECT ${TRANSACTION_COLUMNS} ${rows}`);
const TEXT_LISTINGS = ROWS.map((rows) => selectJson(rows, 'text'));
const BYTES_LISTINGS = ROWS.map((rows) => selectJson(rows, 'bytes'));

/** The statements that read the rows of a range. */
export const LISTINGS: readonly string[] = [COLUMN_LISTINGS, TEXT_LISTINGS, BYTES_LISTINGS].flat();

/**
 * See `ServingStore.listTransactions`. An unknown wallet has no transactions. Total and page are
 * read from one state of the database.
 *
 * @throws {StoreUnavailableError} where the counts are damaged.
 */
export function listTransactions(
  connection: SqliteConnection,
  walletId: string,
  query: TransactionQuery,
): TransactionPage {
  return connection.read(() => {
    const walletNo = connection.readRow(FIND_WALLET, walletId)?.[0] as number | undefined;
    const filter = walletNo === undefined ? undefined : toFilter(connection, walletNo, query);
    if (walletNo === undefined || filter === undefined) return { totalCount: 0, json: '' };
    const { sinceMs, beforeMs, limit } = query;
    const offset = query.page * limit;
    const page = readTree(
      connection,
      walletNo,
      findPage({ filter, sinceMs, beforeMs, offset, limit }),
    );
    const reading = { connection, walletId, walletNo, query };
    const json = isEveryField(query.fields) ? readJson(reading, page) : writeJson(reading, page);
    return { totalCount: page.totalCount, json };
  });
}

/** Which rows of a wallet are read. */
interface PageReading {
  readonly connection: SqliteConnection;
  readonly walletId: string;
  readonly walletNo: number;
  readonly query: TransactionQuery;
}

type PagePlace = Pick<CountedPage, 'ranges' | 'skip' | 'take'>;

/** The rows with every field, which SQLite writes. */
function readJson(reading: PageReading, page: PagePlace): string | Uint8Array {
  const { connection, walletId, query } = reading;
  const isShort = page.take < BYTES_ROWS_MIN;
  const sql = (isShort ? TEXT_LISTINGS : BYTES_LISTINGS)[filterBitsOf(query)] as string;
  const walletIdJson = JSON.stringify(walletId);
  const parts: (string | Uint8Array)[] = [];
  readRanges(reading, page, (values) => {
    const [count, json] = connection.readRow(sql, walletIdJson, ...values) ?? [];
    if (json !== null) parts.push(json as string | Uint8Array);
    return count as number;
  });
  const [first = '', ...others] = parts;
  if (others.length === 0) return first;
  if (isShort) return parts.join(',');
  return joinBytes(parts as Uint8Array[]);
}

/** The parts, which are given up, apart by commas. */
function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = Buffer.concat(
    parts.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part])),
  );
  parts.forEach(releaseBytes);
  return whole;
}

const COMMA = Buffer.from(',');

/** The rows with the fields that were asked for. */
function writeJson(reading: PageReading, page: PagePlace): string {
  const { connection, walletId, query } = reading;
  const sql = COLUMN_LISTINGS[filterBitsOf(query)] as string;
  const transactions: Transaction[] = [];
  readRanges(reading, page, (values) => {
    const rows = connection.readRows(sql, ...values);
    for (const row of rows) transactions.push(toTransaction(row));
    return rows.length;
  });
  return writeTransactions(walletId, query.fields, transactions);
}

/**
 * Reads the ranges of a page in turn.
 *
 * @param read reads what {@link ROWS} gives for these values and returns the number of rows.
 */
function readRanges(
  { walletNo, query }: PageReading,
  { ranges, skip, take }: PagePlace,
  read: (values: readonly SqliteValue[]) => number,
): void {
  const filters = bindFilters(query);
  let left = take;
  let offset = skip;
  for (const { low, high } of ranges) {
    const bounds = [low.timestampMs, low.id, high.timestampMs, high.id];
    left -= read([walletNo, ...bounds, ...filters, left, offset]);
    offset = 0;
  }
}

/** How many rows of a wallet there are, of one status where it is named. */
export function countTransactions(
  connection: SqliteConnection,
  walletNo: number,
  status?: TransactionStatus,
): number {
  return readTree(connection, walletNo, countMatches({ filter: toCountFilter({ status }) }));
}

function readTree<Result>(
  connection: SqliteConnection,
  walletNo: number,
  work: TreeReading<Result>,
): Result {
  try {
    return new WalletCounts(connection, walletNo).run(work);
  } catch (error) {
    throw translateTreeError(error);
  }
}

/** `undefined` where the wallet never held the asset. */
function toFilter(
  connection: SqliteConnection,
  walletNo: number,
  query: TransactionQuery,
): CountFilter | undefined {
  const { asset } = query;
  const assetNo = asset === undefined ? ALL_ASSETS : findAssetNo(connection, walletNo, asset);
  return assetNo === undefined ? undefined : toCountFilter(query, assetNo);
}

function filterBitsOf({ asset, type, status }: TransactionQuery): number {
  return (
    (asset === undefined ? 0 : FILTER_BITS.asset) +
    (type === undefined ? 0 : FILTER_BITS.type) +
    (status === undefined ? 0 : FILTER_BITS.status)
  );
}

/** The values of the filters, in the order of {@link ROWS}. */
function bindFilters({ asset, type, status }: TransactionQuery): readonly SqliteValue[] {
  const values: SqliteValue[] = [];
  if (asset !== undefined) values.push(asset);
  if (type !== undefined) values.push(TYPE_CODES[type]);
  if (status !== undefined) values.push(STATUS_CODES[status]);
  return values;
}
