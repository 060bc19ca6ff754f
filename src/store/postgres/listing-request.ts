/** A page to read, and the functions that both ways to read it share. */
import type { TransactionQuery } from '../../domain/query.ts';
import { toCountFilter } from '../counted/count-filter.ts';
import type { findPage } from '../counted/read-tree.ts';
import type { TransactionPage } from '../serving.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { PostgresDatabase, ServedRead } from './database.ts';
import type { ListedRows } from './listed-rows.ts';
import type { PostgresValue } from './statement.ts';
import type { CheckTime } from './time-limit.ts';
import { encodeAsset } from './transaction-content.ts';

/** A page to read. */
export interface ListingRequest {
  readonly database: PostgresDatabase;
  /** The wallet, and its revision that the caller has seen. */
  readonly read: ServedRead;
  readonly walletId: string;
  readonly query: TransactionQuery;
  readonly checkTime: CheckTime;
}

/** Rows that were read for a page. */
interface PageRows {
  readonly totalCount: number;
  /** After a place, includes the first row of the next page if there is one. */
  readonly listed: ListedRows;
  /** Number of the last change of the wallet's times. */
  readonly changeNo: number;
  readonly revision: TransactionPage['revision'];
}

/** Returns the number of rows to read. After a place, one more row shows whether another page follows. */
export function rowsToRead({ limit, after }: TransactionQuery): number {
  return after === undefined ? limit : limit + 1;
}

/** Returns the page of rows that were read. */
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

/** Returns true if all rows of a range of time are requested. */
export function isUnfiltered({ asset, type, status }: TransactionQuery): boolean {
  return asset === undefined && type === undefined && status === undefined;
}

/** Returns the values of the filters, or null. */
export function bindFilters({ asset, type, status }: TransactionQuery): readonly PostgresValue[] {
  return [
    asset === undefined ? null : encodeAsset(asset),
    type === undefined ? null : TYPE_CODES[type],
    status === undefined ? null : STATUS_CODES[status],
  ];
}

/** Returns the query in the form that the counts support. */
export function toCounted(
  query: TransactionQuery,
  assetNo: number,
): Parameters<typeof findPage>[0] {
  const { sinceMs, beforeMs, page, limit } = query;
  return { filter: toCountFilter(query, assetNo), sinceMs, beforeMs, offset: page * limit, limit };
}
