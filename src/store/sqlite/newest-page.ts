/** A page of a wallet's listing by one statement, if it is the first of all transactions. */
import type { JsonText } from '../../domain/json-text.ts';
import type { TransactionQuery } from '../../domain/query.ts';
import { isEveryField, readLastPlace } from '../../domain/transaction-json.ts';
import type { TransactionPage } from '../serving.ts';
import type { SqliteConnection } from './connection.ts';
import { LATEST_CHANGE } from './time-changes.ts';
import { TOTAL } from './transaction-counts.ts';
import { selectJson, jsonFormOf, type JsonForm } from './transaction-json.ts';

/** The newest rows of `wallet`. With a plain `LIMIT ?`, a call takes 11 µs more, as in other listings. */
const NEWEST_ROWS = `FROM wallet_transaction WHERE wallet_no = wallet.wallet_no
  ORDER BY timestamp_ms DESC, id DESC LIMIT ? + 0`;

/**
 * The statements. Their parameters: the wallet's identifier as JSON, the limit, and the wallet's identifier.
 */
export const NEWEST: Readonly<Record<JsonForm, string>> = {
  text: selectNewest('text'),
  bytes: selectNewest('bytes'),
};

/**
 * Returns the first page of all transactions by one statement, which needs no transaction; `undefined` if
 * another page is requested or the total is not stored.
 */
export function listNewest(
  connection: SqliteConnection,
  walletId: string,
  query: TransactionQuery,
): TransactionPage | undefined {
  const { limit } = query;
  if (!isOfNewest(query)) return undefined;
  const sql = NEWEST[jsonFormOf(limit)];
  const row = connection.readRow(sql, JSON.stringify(walletId), limit, walletId);
  const [totalCount, rows, changeNo] = row ?? [];
  // Without a stored total, or without rows, the caller reads the counts.
  if (typeof totalCount !== 'number' || rows === null) return undefined;
  const json = rows as JsonText;
  if (totalCount <= limit) return { totalCount, json, next: undefined };
  const { timestampMs, id } = readLastPlace(json);
  return { totalCount, json, next: { timestampMs, id, changeNo: (changeNo ?? 0) as number } };
}

function isOfNewest(query: TransactionQuery): boolean {
  const { page, after, asset, type, status, sinceMs, beforeMs, fields } = query;
  const isFirst = page === 0 && after === undefined;
  const isBounded = sinceMs !== undefined || beforeMs !== undefined;
  const isFiltered = asset !== undefined || type !== undefined || status !== undefined;
  return isFirst && !isBounded && !isFiltered && isEveryField(fields);
}

function selectNewest(form: JsonForm): string {
  const rows = `(${selectJson(NEWEST_ROWS, form)})`;
  return `SELECT ${TOTAL}, ${rows}, ${LATEST_CHANGE} FROM wallet WHERE id = ?`;
}
