/** The statements that list the transactions of a wallet in a range of places. */
import type { TransactionQuery } from '../../domain/query.ts';
import type { KeyRange } from '../counted/count-key.ts';
import { TRANSACTION_COLUMNS } from '../table-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { SqliteValue } from './connection.ts';
import { type JsonForm, selectCountAndJson } from './transaction-json.ts';

const FILTER_BITS = { asset: 1, type: 2, status: 4 } as const;
const FILTER_COMBINATIONS = 8;

/**
 * The part of each listing after its columns, by the sum of the bits of the filters. It binds the wallet, the
 * range's bounds, the filters' values, the limit and the offset. With a plain `LIMIT ?`, a call takes
 * 15 µs instead of 4, as if SQLite prepared the statement again for each value.
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

/** Statements that read the rows of a range as columns; see {@link filterBitsOf} for the index. */
export const COLUMN_LISTINGS = ROWS.map((rows) => `SELECT ${TRANSACTION_COLUMNS} ${rows}`);
/** Statements that count the rows of a range and write them as JSON. */
export const JSON_LISTINGS: Readonly<Record<JsonForm, readonly string[]>> = {
  text: ROWS.map((rows) => selectCountAndJson(rows, 'text')),
  bytes: ROWS.map((rows) => selectCountAndJson(rows, 'bytes')),
};
/** Statements that check whether a range has rows. */
export const ANY_LISTINGS = ROWS.map((rows) => `SELECT 1 ${rows}`);

/** All statements that read the rows of a range. */
export const LISTINGS: readonly string[] = [
  COLUMN_LISTINGS,
  JSON_LISTINGS.text,
  JSON_LISTINGS.bytes,
  ANY_LISTINGS,
].flat();

/** Returns the values of a range's bounds. */
export function bindRange({ low, high }: KeyRange): readonly SqliteValue[] {
  return [low.timestampMs, low.id, high.timestampMs, high.id];
}

/** Returns the sum of the bits of a query's filters, the index of its statement. */
export function filterBitsOf({ asset, type, status }: TransactionQuery): number {
  return (
    (asset === undefined ? 0 : FILTER_BITS.asset) +
    (type === undefined ? 0 : FILTER_BITS.type) +
    (status === undefined ? 0 : FILTER_BITS.status)
  );
}

/** Returns the values of the filters, in the order of {@link ROWS}. */
export function bindFilters({ asset, type, status }: TransactionQuery): readonly SqliteValue[] {
  const values: SqliteValue[] = [];
  if (asset !== undefined) values.push(asset);
  if (type !== undefined) values.push(TYPE_CODES[type]);
  if (status !== undefined) values.push(STATUS_CODES[status]);
  return values;
}
