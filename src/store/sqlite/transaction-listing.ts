import type { Decimal } from '../../domain/decimal.ts';
import type { TransactionQuery } from '../../domain/query.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { TransactionPage } from '../store.ts';
import type { SqliteConnection, SqliteRow, SqliteValue } from './connection.ts';
import { STATUS_CODES, statusOfCode, TYPE_CODES, typeOfCode } from './transaction-codes.ts';

/** What of a query decides the text of its statements; the values are bound. */
type FilterName = 'asset' | 'type' | 'completed' | 'notCompleted' | 'since' | 'before';

/** The two statements of a combination of filters. */
export interface ListingSql {
  /** Binds the wallet and the filters' values. */
  readonly count: string;
  /** Binds the wallet, the filters' values, the limit and the offset. */
  readonly page: string;
}

const FILTER_BITS: Readonly<Record<FilterName, number>> = {
  asset: 1,
  type: 2,
  completed: 4,
  notCompleted: 8,
  since: 16,
  before: 32,
};
const CONDITIONS: Readonly<Record<FilterName, string>> = {
  asset: 'asset = ?',
  type: 'type = ?',
  completed: 'status = ?',
  // The index of rows that are not completed is used where its own condition stands in the query.
  notCompleted: 'status = ? AND status <> 2',
  since: 'timestamp_ms >= ?',
  before: 'timestamp_ms < ?',
};
const FILTER_NAMES = Object.keys(FILTER_BITS) as readonly FilterName[];
const FILTER_COMBINATIONS = 64;
const COLUMNS =
  'id, asset, type, amount, timestamp_ms, status, txid, address, fee_cost, fee_currency';
const ORDER = 'ORDER BY timestamp_ms DESC, id DESC';

/** The statements of every combination of filters, by the sum of their bits. */
export const LISTINGS: readonly ListingSql[] = Array.from(
  { length: FILTER_COMBINATIONS },
  (_, filters) => listingSql(filters),
);

/**
 * See `ServingStore.listTransactions`. An unknown wallet has no transactions. Total and page are
 * read from one state of the database.
 */
export function listTransactions(
  connection: SqliteConnection,
  walletId: string,
  query: TransactionQuery,
): TransactionPage {
  const values: SqliteValue[] = [walletId];
  const { count, page } = LISTINGS[bindFilters(query, values)] as ListingSql;
  const offset = query.page * query.limit;
  return connection.read(() => {
    const rows = connection.readRows(page, ...values, query.limit, offset);
    const transactions = rows.map(toTransaction);
    // A page that has rows and is not full is the last one: it tells the total by itself.
    const isLast = rows.length < query.limit && (rows.length > 0 || offset === 0);
    const totalCount = isLast
      ? offset + rows.length
      : (connection.readRow(count, ...values)?.[0] as number);
    return { totalCount, transactions };
  });
}

/** Appends the values of the query's filters, in the order of {@link FILTER_NAMES}. */
function bindFilters(query: TransactionQuery, values: SqliteValue[]): number {
  let filters = 0;
  if (query.asset !== undefined) {
    filters |= FILTER_BITS.asset;
    values.push(query.asset);
  }
  if (query.type !== undefined) {
    filters |= FILTER_BITS.type;
    values.push(TYPE_CODES[query.type]);
  }
  if (query.status !== undefined) {
    filters |= query.status === 'completed' ? FILTER_BITS.completed : FILTER_BITS.notCompleted;
    values.push(STATUS_CODES[query.status]);
  }
  if (query.sinceMs !== undefined) {
    filters |= FILTER_BITS.since;
    values.push(query.sinceMs);
  }
  if (query.beforeMs !== undefined) {
    filters |= FILTER_BITS.before;
    values.push(query.beforeMs);
  }
  return filters;
}

function listingSql(filters: number): ListingSql {
  const names = FILTER_NAMES.filter((name) => (filters & FILTER_BITS[name]) !== 0);
  const conditions = [
    'wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)',
    ...names.map((name) => CONDITIONS[name]),
  ].join(' AND ');
  const index = chooseIndex(filters);
  const from = `FROM wallet_transaction ${index === undefined ? '' : `INDEXED BY ${index}`}
    WHERE ${conditions}`;
  const page =
    index === undefined
      ? `SELECT ${COLUMNS} ${from} ${ORDER} LIMIT ? OFFSET ?`
      : // The rows before the page are skipped in the index, without looking each of them up.
        `SELECT ${COLUMNS}
           FROM (SELECT wallet_no, timestamp_ms, id ${from} ${ORDER} LIMIT ? OFFSET ?)
           CROSS JOIN wallet_transaction USING (wallet_no, timestamp_ms, id) ${ORDER}`;
  return { count: countSql(filters, conditions, from), page };
}

/** The kept counts tell every total that no time bounds. */
function countSql(filters: number, conditions: string, from: string): string {
  const bounded = (filters & (FILTER_BITS.since | FILTER_BITS.before)) !== 0;
  return bounded
    ? `SELECT count(*) ${from}`
    : `SELECT coalesce(sum(count), 0) FROM wallet_transaction_count WHERE ${conditions}`;
}

/**
 * The index of a combination; `undefined` is the table itself, which lies in the order of the
 * listing. Named in the statement: without it the planner, to spare a sort that none of them
 * needs, takes the table for a page of an asset (33 ms instead of 20 µs for an asset that a
 * wallet of 200,000 rows never held).
 */
function chooseIndex(filters: number): string | undefined {
  if ((filters & FILTER_BITS.notCompleted) !== 0) return 'wallet_transaction_not_completed';
  if ((filters & FILTER_BITS.asset) !== 0) return 'wallet_transaction_by_asset';
  return undefined;
}

function toTransaction(row: SqliteRow): Transaction {
  return {
    id: row[0] as string,
    asset: row[1] as string,
    type: typeOfCode(row[2] as number),
    amount: row[3] as Decimal,
    timestampMs: row[4] as number,
    status: statusOfCode(row[5] as number),
    txid: row[6] as string | null,
    address: row[7] as string | null,
    feeCost: row[8] as Decimal | null,
    feeCurrency: row[9] as string | null,
  };
}
