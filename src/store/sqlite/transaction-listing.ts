import type { TransactionQuery } from '../../domain/query.ts';
import type { Transaction, TransactionStatus } from '../../domain/transaction.ts';
import { toCountFilter } from '../counted/count-filter.ts';
import { translateTreeError } from '../counted/counted-tree-error.ts';
import { countMatches, findPage } from '../counted/read-tree.ts';
import { ALL_ASSETS, type CountFilter } from '../counted/tally.ts';
import type { TreeReading } from '../counted/tree-request.ts';
import type { TransactionPage } from '../store.ts';
import { toTransaction, TRANSACTION_COLUMNS } from '../table-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { SqliteConnection, SqliteValue } from './connection.ts';
import { findAssetNo, WalletCounts } from './transaction-counts.ts';

const FILTER_BITS = { asset: 1, type: 2, status: 4 } as const;
const FILTER_COMBINATIONS = 8;
const FIND_WALLET = 'SELECT wallet_no FROM wallet WHERE id = ?';

/**
 * The statements that read the rows of a range, by the sum of the bits of the filters. They bind the
 * wallet, the range's bounds, the filters' values, the limit and the offset. With `LIMIT ?` alone a
 * call costs 15 µs instead of 4, as if SQLite prepared the statement anew for each value.
 */
export const LISTINGS: readonly string[] = Array.from(
  { length: FILTER_COMBINATIONS },
  (_, filters) => `SELECT ${TRANSACTION_COLUMNS} FROM wallet_transaction
    WHERE wallet_no = ? AND (timestamp_ms, id) >= (?, ?) AND (timestamp_ms, id) < (?, ?)
      ${(filters & FILTER_BITS.asset) === 0 ? '' : 'AND asset = ?'}
      ${(filters & FILTER_BITS.type) === 0 ? '' : 'AND type = ?'}
      ${(filters & FILTER_BITS.status) === 0 ? '' : 'AND status = ?'}
    ORDER BY timestamp_ms DESC, id DESC LIMIT ? + 0 OFFSET ? + 0`,
);

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
    if (walletNo === undefined || filter === undefined) return { totalCount: 0, transactions: [] };
    const { sinceMs, beforeMs, limit } = query;
    const offset = query.page * limit;
    const page = readTree(
      connection,
      walletNo,
      findPage({ filter, sinceMs, beforeMs, offset, limit }),
    );
    const { sql, values } = bindFilters(query);
    const transactions: Transaction[] = [];
    let { skip } = page;
    for (const { low, high } of page.ranges) {
      const bounds = [low.timestampMs, low.id, high.timestampMs, high.id];
      const left = page.take - transactions.length;
      const rows = connection.readRows(sql, walletNo, ...bounds, ...values, left, skip);
      for (const row of rows) transactions.push(toTransaction(row));
      skip = 0;
    }
    return { totalCount: page.totalCount, transactions };
  });
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

function bindFilters({ asset, type, status }: TransactionQuery): {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
} {
  let filters = 0;
  const values: SqliteValue[] = [];
  if (asset !== undefined) {
    filters |= FILTER_BITS.asset;
    values.push(asset);
  }
  if (type !== undefined) {
    filters |= FILTER_BITS.type;
    values.push(TYPE_CODES[type]);
  }
  if (status !== undefined) {
    filters |= FILTER_BITS.status;
    values.push(STATUS_CODES[status]);
  }
  return { sql: LISTINGS[filters] as string, values };
}
